import type { PlanItem } from "../events/plan.ts";
import type { Question } from "../events/question.ts";
import type { TodoItem } from "../events/work.ts";
import type { Line } from "../format/line.ts";

/**
 * The parts of a card. The set is closed: each screen has one renderer per kind, checked by the compiler, and no screen checks
 * for a tool's name.
 */
export type Block =
  | CommandBlock
  | OutputBlock
  | DiffBlock
  | CodeBlock
  | TextBlock
  | FilesBlock
  | LinksBlock
  | TodoBlock
  | FieldsBlock
  | JsonBlock
  | SubagentBlock
  | SessionBlock
  | QuestionBlock
  | PlanBlock
  | ImageBlock
  | ErrorBlock;

export type BlockKind = Block["kind"];

interface BlockBase {
  /**
   * Hidden until the reader opens the card. "preview": a screen that cannot open a card in place, such as a terminal, still
   * shows its excerpt.
   */
  readonly collapsed: boolean | "preview";
}

/** The part of a long block that is visible until the reader expands it. */
export interface Excerpt {
  readonly from: "start" | "end";
  /** The number of lines. A terminal may show fewer. */
  readonly lines: number;
}

export interface CommandBlock extends BlockBase {
  readonly kind: "command";
  readonly command: string;
  readonly cwd: string | null;
}

/** A program's output. */
export interface OutputBlock extends BlockBase {
  readonly kind: "output";
  readonly text: string;
  readonly excerpt: Excerpt;
  readonly exitCode: number | null;
  /** The total number of characters, if the text holds only a part of them. */
  readonly totalChars: number | null;
  readonly blobId: string | null;
}

export interface DiffBlock extends BlockBase {
  readonly kind: "diff";
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
  /** Lines from the start that are visible until the reader expands it. */
  readonly excerptLines: number;
}

export interface DiffHunk {
  /** The text next to the hunk in a unified diff, such as a function's name. */
  readonly heading: string | null;
  readonly lines: readonly DiffLine[];
}

/** Line numbers are null if the tool does not state the position in the file, or if the line is not on that side. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
}

export interface CodeBlock extends BlockBase {
  readonly kind: "code";
  readonly path: string | null;
  readonly language: string | null;
  readonly text: string;
  readonly excerpt: Excerpt;
}

export interface TextBlock extends BlockBase {
  readonly kind: "text";
  readonly text: string;
  readonly format: "markdown" | "plain";
}

export interface FilesBlock extends BlockBase {
  readonly kind: "files";
  readonly files: readonly FileRef[];
}

export interface FileRef {
  readonly path: string;
  readonly line: number | null;
  readonly detail: string | null;
}

export interface LinksBlock extends BlockBase {
  readonly kind: "links";
  readonly links: readonly Link[];
}

/** Only `http:` and `https:` URLs; any other URL is shown as text. */
export interface Link {
  readonly url: string;
  readonly title: string | null;
  readonly detail: string | null;
}

export interface TodoBlock extends BlockBase {
  readonly kind: "todo";
  readonly items: readonly TodoItem[];
}

/** Named values: the key parameters of a tool without a dedicated card. */
export interface FieldsBlock extends BlockBase {
  readonly kind: "fields";
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface JsonBlock extends BlockBase {
  readonly kind: "json";
  readonly text: string;
}

export interface SubagentBlock extends BlockBase {
  readonly kind: "subagent";
  readonly childRunId: string;
  readonly prompt: string | null;
  /** The last three calls, newest last. */
  readonly recent: readonly Line[];
  readonly toolCount: number;
  readonly startedTs: number;
  readonly endedTs: number | null;
  readonly result: string | null;
}

/** A link to the other session of an exchange. */
export interface SessionBlock extends BlockBase {
  readonly kind: "session";
  readonly sessionId: string;
  readonly agentId: string;
}

export interface QuestionBlock extends BlockBase {
  readonly kind: "question";
  readonly questions: readonly Question[];
}

export interface PlanBlock extends BlockBase {
  readonly kind: "plan";
  readonly text: string | null;
  readonly items: readonly PlanItem[];
}

export interface ImageBlock extends BlockBase {
  readonly kind: "image";
  readonly mediaType: string;
  readonly data: string | null;
  readonly blobId: string | null;
}

export interface ErrorBlock extends BlockBase {
  readonly kind: "error";
  readonly code: string;
  readonly message: string;
}
