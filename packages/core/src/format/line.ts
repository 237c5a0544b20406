/** An entry as one line: used if a screen has no room or no need for more. */
export interface Line {
  readonly icon: Icon;
  readonly tone: Tone;
  readonly text: string;
}

/** A meaning, never a color: each screen picks its own color, and never relies on color alone. */
export type Tone = "plain" | "quiet" | "live" | "done" | "failed" | "waiting" | "agent";

export type Icon =
  | "user"
  | "talk"
  | "thinking"
  | "tool"
  | "ask"
  | "plan"
  | "subagent"
  | "exchange"
  | "session"
  | "mode"
  | "model"
  | "checkpoint"
  | "changes"
  | "finish"
  | "compaction"
  | "retry"
  | "interrupted"
  | "error"
  | "notice"
  | "raw";
