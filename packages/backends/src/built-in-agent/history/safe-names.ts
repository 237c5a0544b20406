import { limits } from "../limits.ts";

/** A tool name that every API accepts in a history, even one that the model made up. */
export function safeToolName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

/** Call ids that every API accepts. Each is unique and keeps its original form if possible. */
export class CallNames {
  private readonly taken = new Set<string>();

  take(given: string): string {
    const base = given.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, limits.callIdChars) || "call";
    let name = base;
    for (let count = 2; this.taken.has(name); count++) {
      const end = `_${count}`;
      name = base.slice(0, limits.callIdChars - end.length) + end;
    }
    this.taken.add(name);
    return name;
  }
}
