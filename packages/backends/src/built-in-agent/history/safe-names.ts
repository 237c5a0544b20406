import { limits } from "../limits.ts";

/** A tool's name as every API takes it back, also one that the model made up. */
export function safeToolName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

/** Names for calls: each as it was given where that can be, made of what every API takes, and none twice. */
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
