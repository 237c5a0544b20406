import type { Truncation } from "../events/fields.ts";
import type { PermissionOption } from "../events/permission.ts";
import type { PermissionOffer } from "../permissions/offers.ts";
import type { Block } from "../tools/blocks.ts";

/**
 * The content of an ask, the same on every screen and always complete: a screen may collapse a part, and then says how much is
 * collapsed and how to show it. `title` and labels are safe to print; every other text is exactly as the agent sent it, and
 * screens draw it with `exactParts` or `exactText`.
 */
export interface AskDescription {
  readonly askId: string;
  readonly kind: "permission" | "question" | "plan";
  /** One line: "Run npm test", "Edit src/app.ts", "Fetch example.com". */
  readonly title: string;
  /** "Run", "Edit", "Fetch". */
  readonly verb: string;
  /** The object of the action. Empty if the agent does not say. */
  readonly objects: readonly AskObject[];
  /** The folder that the call names, else the project's. */
  readonly directory: string | null;
  /** The reason that the agent gives. */
  readonly reason: string | null;
  /** Every field of the input, in the agent's order. */
  readonly fields: readonly AskField[];
  /** The file changes, for screens that draw diffs. */
  readonly changes: readonly Block[];
  /** One of its texts contains a hidden character. */
  readonly hasHidden: boolean;
  /** Set if the input is longer than the log holds: the total number of characters, and the file with all of them. */
  readonly cut: Truncation | null;
  /** The agent named no object and gave no input. */
  readonly isUntold: boolean;
  /** The answers to a permission, by number key; primary ones first. Empty for other asks. */
  readonly choices: readonly AskChoice[];
  readonly sessionId: string | null;
  readonly sessionTitle: string | null;
  readonly project: AskProject | null;
  /** The agent that asks: the session's agent first, then each subagent down to it. */
  readonly agentPath: readonly string[];
}

export interface AskObject {
  readonly kind: "command" | "file" | "host" | "query" | "tool" | "task" | "question" | "plan";
  readonly text: string;
}

export interface AskField {
  readonly name: string;
  /** The exact text; values other than strings are shown as indented JSON. */
  readonly text: string;
  /** Where the description already shows the same text, so that a screen may collapse it. Null: it must be shown. */
  readonly shownAs: "object" | "directory" | "reason" | "change" | null;
}

export interface AskProject {
  readonly name: string;
  readonly root: string;
}

export interface AskChoice {
  /** The key that chooses it: 1, 2, 3 … It stays the same if other parts are collapsed. */
  readonly number: number;
  readonly option: PermissionOption;
  readonly label: string;
  readonly effect: "allow" | "reject";
  /** At most three are primary: once, the narrowest lasting one, and reject. The others are in a menu. */
  readonly isPrimary: boolean;
  /** The calls that a lasting answer covers, narrowest first. Empty for an answer that applies once. */
  readonly covers: readonly AskCoverage[];
}

export interface AskCoverage {
  /** The offer to send with the answer; null if Polylog creates no rule and only the agent's program remembers the answer. */
  readonly offer: PermissionOffer | null;
  /** "Allows exactly this command in this session". */
  readonly text: string;
}
