import { isTooDeep } from "../json-depth.ts";
import { limits } from "../limits.ts";
import { anything, type FieldCheck, fieldCheckOf } from "./fields.ts";

/**
 * Events of a type are written by one piece of code, so they usually have the same keys in the same order. Orders that passed
 * the check are stored as a tree. An event that follows one of its paths has every required key, and only its values need to be
 * checked. That takes a third of the time of looking up each field, because the engine knows the position of the next field.
 */
export class SeenKeys {
  private readonly checks: ReadonlyMap<string, FieldCheck>;
  private first: Step | null = null;
  private steps = 0;

  constructor(checks: ReadonlyMap<string, FieldCheck>) {
    this.checks = checks;
  }

  /**
   * Whether the event's keys were seen before and its values are valid at every depth. If false, the event may still be valid.
   */
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

  /** Stores the keys of a valid event. */
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

/** One key on a path: its expected value, the keys that followed it, and the alternatives to it. */
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
