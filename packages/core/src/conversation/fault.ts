import { limits } from "../limits.ts";
import type { Draft } from "./conversation.ts";

/** Why an event was not fully applied. The event stays in the log; the rest of the conversation is unaffected. */
export type FaultCode =
  | "foreign_session"
  | "stale_rev"
  | "unknown_ask"
  | "ask_not_pending"
  | "duplicate_ask"
  | "duplicate_message"
  | "duplicate_exchange"
  | "unknown_exchange"
  | "duplicate_result"
  | "run_ended_already"
  | "run_exists"
  | "unknown_parent"
  | "too_deep";

export interface Fault {
  readonly code: FaultCode;
  readonly seq: number;
  /** The id that the event refers to. */
  readonly about: string;
}

export function report(draft: Draft, code: FaultCode, seq: number, about: string): void {
  const recent = draft.faults.recent.slice(-(limits.faults - 1));
  recent.push({ code, seq, about });
  draft.faults = { count: draft.faults.count + 1, recent };
}
