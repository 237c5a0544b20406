import type { Conversation } from "../conversation/conversation.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import type { Line } from "../format/line.ts";
import type { Block } from "./blocks.ts";
import type { ToolState } from "./tool-state.ts";

/** A tool call as both screens draw it: one line with the action, and blocks below it. */
export interface ToolCard {
  readonly icon: ToolIcon;
  /** The action: "Edited", "Running". */
  readonly title: string;
  /** The object of the action: a path, a command, a URL. */
  readonly object: string | null;
  /** The result in a few words, or the reason for a failure. */
  readonly summary: string | null;
  readonly state: ToolState;
  readonly added: number | null;
  readonly removed: number | null;
  readonly durationMs: number | null;
  /**
   * The start of its running time, without waits; null if it has ended, or if it or its subagent waits for a person.
   * `durationMs` does not change then.
   */
  readonly runsSince: number | null;
  /** The rule or mode that allowed it without asking; null if a person was asked or no permission was needed. */
  readonly approval: ToolApproval | null;
  readonly blocks: readonly Block[];
}

/** A small mark on the call's line: "auto-approved", with this text in its tooltip. */
export interface ToolApproval {
  /** The rule as text, or the mode: "git status …", "full access". */
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

/** One tool: the names that agents use for it, and its card. */
export interface Tool {
  /** Cleaned names, compared without case and without `_` and `-`. */
  readonly names: readonly string[];
  /** Whether it only reads: consecutive calls are grouped ("Explored 3 files, 2 searches"). */
  readonly explores?: "file" | "search";
  /** It only waits for a person, which does not count as the agent's time: its card has no clock. */
  readonly waitsForPerson?: boolean;
  /** Never throws: a call's input, output and content can be anything. */
  readonly card: (call: ToolCallEntry, conversation: Conversation, line: CallLine) => ToolCardParts;
}

/** A call as one line: for cards that show other calls. */
export type CallLine = (call: ToolCallEntry) => Line;

/** A call while its card is being built. */
export interface ShownCall extends ToolCallEntry {
  /** A person is asked whether it may run. */
  readonly isAsked?: boolean;
}

/** The parts that a tool's file provides. `toolCard` adds the duration and the reason of a failure for all tools. */
export interface ToolCardParts
  extends Omit<ToolCard, "state" | "durationMs" | "runsSince" | "approval" | "added" | "removed">,
    Partial<Pick<ToolCard, "added" | "removed">> {
  /** Set if the tool has better information about the call's outcome than the result's flag. */
  readonly state?: ToolState;
  /** The blocks explain why the call failed: no error block is added. */
  readonly explainsFailure?: boolean;
}
