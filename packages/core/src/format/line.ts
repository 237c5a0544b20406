/** One line that says what an entry is: used where a screen has no room or no need for more. */
export interface Line {
  readonly icon: Icon;
  readonly tone: Tone;
  readonly text: string;
}

/** Meaning, never a colour: each screen picks its own, and never shows it by colour alone. */
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
