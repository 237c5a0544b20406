import type { Conversation } from "../conversation/conversation.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import type { Line } from "../format/line.ts";
import type { Block } from "./blocks.ts";
import type { ToolState } from "./tool-state.ts";

/** A tool call as both screens draw it: one line that says what is done, and blocks below it. */
export interface ToolCard {
  readonly icon: ToolIcon;
  /** What is done: "Edited", "Running". */
  readonly title: string;
  /** What it is done to: a path, a command, an address. */
  readonly object: string | null;
  /** What came of it, in a few words; the reason, where it failed. */
  readonly summary: string | null;
  readonly state: ToolState;
  readonly added: number | null;
  readonly removed: number | null;
  readonly durationMs: number | null;
  /** Since when it runs, without waits; null where it has ended, or it or its subagent waits for a person. `durationMs` stands still then. */
  readonly runsSince: number | null;
  /** What allowed it without asking a person; null where a person was asked, or nobody had to be. */
  readonly approval: ToolApproval | null;
  readonly blocks: readonly Block[];
}

/** A small mark on the call's line: "auto-approved", with this behind it. */
export interface ToolApproval {
  /** The rule in words, or the mode: "git status …", "full access". */
  readonly by: string;
  readonly ruleId: string | null;
}

export type ToolIcon =
  | "terminal"
  | "edit"
  | "write"
  | "read"
  | "search"
  | "folder"
  | "subagent"
  | "globe"
  | "todo"
  | "plug"
  | "exchange"
  | "question"
  | "plan"
  | "tool";

/** One tool: the names agents call it by, and its card. */
export interface Tool {
  /** Names as they are after cleaning; compared without case and without `_` and `-`. */
  readonly names: readonly string[];
  /** Whether it only looks: consecutive ones are grouped ("Explored 3 files, 2 searches"). */
  readonly explores?: "file" | "search";
  /** It only waits for a person, which is no time of the agent's: its card has no clock. */
  readonly waitsForPerson?: boolean;
  /** Never throws: a call's input, output and content are whatever an agent sent. */
  readonly card: (call: ToolCallEntry, conversation: Conversation, line: CallLine) => ToolCardParts;
}

/** A call in one line: for cards that show calls of others. */
export type CallLine = (call: ToolCallEntry) => Line;

/** A call as its card is asked for. */
export interface ShownCall extends ToolCallEntry {
  /** A person is asked whether it may run. */
  readonly isAsked?: boolean;
}

/** What a tool's file decides; duration and the reason of a failure are the same for all, by `toolCard`. */
export interface ToolCardParts
  extends Omit<ToolCard, "state" | "durationMs" | "runsSince" | "approval" | "added" | "removed">,
    Partial<Pick<ToolCard, "added" | "removed">> {
  /** Where the tool knows better than the result's flag what came of the call. */
  readonly state?: ToolState;
  /** The blocks tell why the call failed: no error block is added. */
  readonly explainsFailure?: boolean;
}
