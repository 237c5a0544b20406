import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import type { FieldCheck } from "./fields.ts";
import { anything, fieldCheckOf } from "./fields.ts";

/**
 * Events of a type are written by one piece of code, so they have the same keys in the same order again and again.
 * The orders that passed the check are kept as a tree; an event that follows one of its paths has every key it needs,
 * and one walk over its values is all that is left to do. That costs a third of asking for field after field, because
 * a walk does not look for the fields: the engine knows where the next one stands.
 */
export class SeenKeys {
  private readonly checks: ReadonlyMap<string, FieldCheck>;
  private first: Step | null = null;
  private steps = 0;

  constructor(checks: ReadonlyMap<string, FieldCheck>) {
    this.checks = checks;
  }

  /** Whether the event's keys were seen before and its values are good, also in depth. If not, it may still be good. */
  accepts(event: Record<string, unknown>): boolean {
    let step = this.first;
    let last: Step | null = null;
    for (const key in event) {
      while (step !== null && step.key !== key) step = step.beside;
      if (step === null || !holds(step.check, event[key])) return false;
      last = step;
      step = step.next;
    }
    return last?.isEnd ?? false;
  }

  /** Keeps the keys of an event that passed. */
  add(event: Record<string, unknown>): void {
    const keys = Object.keys(event);
    if (this.steps + keys.length > limits.seenKeys) return;
    let last: Step | null = null;
    for (const key of keys) last = this.stepAfter(last, key);
    if (last !== null) last.isEnd = true;
  }

  private stepAfter(last: Step | null, key: string): Step {
    const first = last === null ? this.first : last.next;
    for (let step = first; step !== null; step = step.beside) if (step.key === key) return step;
    const check = this.checks.get(key) ?? fieldCheckOf(anything);
    const step: Step = { key, check, isEnd: false, next: null, beside: first };
    if (last === null) this.first = step;
    else last.next = step;
    this.steps++;
    return step;
  }
}

/** One key on a path: what it must hold, the keys that came next, and those that stood in its place. */
interface Step {
  readonly key: string;
  readonly check: FieldCheck;
  isEnd: boolean;
  next: Step | null;
  readonly beside: Step | null;
}

function holds(check: FieldCheck, value: unknown): boolean {
  switch (check.kind) {
    case "text":
      return typeof value === "string";
    case "id":
      return typeof value === "string" && value.length > 0;
    case "count":
      return typeof value === "number" && value >= 0 && Number.isSafeInteger(value);
    default:
      return check.accepts(value) && !isTooDeep(value, limits.jsonDepth - 1);
  }
}
