import type { Conversation } from "@polylog/core";

/** A conversation that counts how many entries of its main lane are read. */
export function countingReads(conversation: Conversation): {
  readonly conversation: Conversation;
  readonly reads: () => number;
} {
  let reads = 0;
  const { main } = conversation;
  const entries = new Proxy(main.entries, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result = value.apply(target, given);
        reads += Array.isArray(result) ? result.length : name === Symbol.iterator ? target.length : 1;
        return result;
      };
    },
  });
  const counted = Object.create(conversation, { main: { value: { ...main, entries } } });
  return { conversation: counted, reads: () => reads };
}
