import type { Truncation } from "../events/fields.ts";
import type { PermissionOption } from "../events/permission.ts";
import type { PermissionOffer } from "../permissions/offers.ts";
import type { Block } from "../tools/blocks.ts";

/**
 * What an ask shows, the same on every screen. It is always whole: a screen may fold a part of it, and then says how
 * much is folded and how to see it. `title` and labels are safe to print; every other text is exactly what the agent
 * gave, and a screen draws it with `exactParts` or `exactText`.
 */
export interface AskDescription {
  readonly askId: string;
  readonly kind: "permission" | "question" | "plan";
  /** One line: "Run npm test", "Edit src/app.ts", "Fetch example.com". */
  readonly title: string;
  /** "Run", "Edit", "Fetch". */
  readonly verb: string;
  /** What it is done to. Empty where the agent does not say it. */
  readonly objects: readonly AskObject[];
  /** The folder it is done in: what the call names, else the project's. */
  readonly directory: string | null;
  /** Why, in the agent's own words. */
  readonly reason: string | null;
  /** Every field of the input, in the agent's order. */
  readonly fields: readonly AskField[];
  /** What changes in files, for screens that draw differences. */
  readonly changes: readonly Block[];
  /** One of its texts holds a hidden character. */
  readonly hasHidden: boolean;
  /** Longer than the log holds: so many characters there are in all, and the file that has them. */
  readonly cut: Truncation | null;
  /** The agent said neither an object nor any input. */
  readonly isUntold: boolean;
  /** The ways to answer a permission, by their number keys; the first ones are primary. Empty for other asks. */
  readonly choices: readonly AskChoice[];
  readonly sessionId: string | null;
  readonly sessionTitle: string | null;
  readonly project: AskProject | null;
  /** Who asks: the session's agent first, then each subagent down to the one that asks. */
  readonly agentPath: readonly string[];
}

export interface AskObject {
  readonly kind: "command" | "file" | "host" | "query" | "tool" | "task" | "question" | "plan";
  readonly text: string;
}

export interface AskField {
  readonly name: string;
  /** The exact text; of anything but a string, its JSON in lines. */
  readonly text: string;
  /** Where the description shows the very same text already: a screen may fold it. Null: it has to be shown. */
  readonly shownAs: "object" | "directory" | "change" | null;
}

export interface AskProject {
  readonly name: string;
  readonly root: string;
}

export interface AskChoice {
  /** The key that chooses it: 1, 2, 3 … It does not depend on whether the rest is folded. */
  readonly number: number;
  readonly option: PermissionOption;
  readonly label: string;
  readonly effect: "allow" | "reject";
  /** At most three are: once, the narrowest that lasts, and reject. The others go into a menu. */
  readonly isPrimary: boolean;
  /** What a lasting answer covers, the narrowest first. Empty for an answer that holds once. */
  readonly covers: readonly AskCoverage[];
}

export interface AskCoverage {
  /** What to answer with; null where Polylog makes no rule and only the agent's program remembers it. */
  readonly offer: PermissionOffer | null;
  /** "Allows exactly this command in this session". */
  readonly text: string;
}
