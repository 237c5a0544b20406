/** Why a Polylog tool refuses a call. The agent receives it as the result. */
export type RefusalCode =
  | "agent_not_found"
  | "agent_unavailable"
  | "session_not_found"
  | "not_allowed"
  | "hop_limit"
  | "loop"
  | "rate_limit_tools"
  | "run_over"
  | "bad_input"
  | "unknown_tool"
  | "failed";

export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
