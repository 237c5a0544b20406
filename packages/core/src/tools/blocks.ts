import type { PlanItem } from "../events/plan.ts";
import type { Question } from "../events/question.ts";
import type { TodoItem } from "../events/work.ts";
import type { Line } from "../format/line.ts";

/**
 * What a card is made of. The set is closed: each screen has one renderer per kind, checked by the compiler,
 * and no screen knows a tool by its name.
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
   * Hidden until the reader opens the card. "preview": on a screen that cannot open a card in place, as a terminal, it
   * stays visible as far as its excerpt goes.
   */
  readonly collapsed: boolean | "preview";
}

/** The part of a long block that is visible until the reader asks for all of it. */
export interface Excerpt {
  readonly from: "start" | "end";
  /** How many lines. A terminal may have room for fewer. */
  readonly lines: number;
}

export interface CommandBlock extends BlockBase {
  readonly kind: "command";
  readonly command: string;
  readonly cwd: string | null;
}

/** What a program printed. */
export interface OutputBlock extends BlockBase {
  readonly kind: "output";
  readonly text: string;
  readonly excerpt: Excerpt;
  readonly exitCode: number | null;
  /** Characters there are in all, where the text holds only a part of them. */
  readonly totalChars: number | null;
  readonly blobId: string | null;
}

export interface DiffBlock extends BlockBase {
  readonly kind: "diff";
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
  /** Lines from the start that are visible until the reader asks for all of them. */
  readonly excerptLines: number;
}

export interface DiffHunk {
  /** What stands beside the hunk in a unified diff: a function's name, say. */
  readonly heading: string | null;
  readonly lines: readonly DiffLine[];
}

/** Line numbers are null where the tool does not tell where in the file the text stands, or the line is not there. */
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

/** Only `http:` and `https:` addresses; anything else an agent offers is shown as text. */
export interface Link {
  readonly url: string;
  readonly title: string | null;
  readonly detail: string | null;
}

export interface TodoBlock extends BlockBase {
  readonly kind: "todo";
  readonly items: readonly TodoItem[];
}

/** Named values: the key parameters of a tool that has no card of its own. */
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

/** The way to another session, in which the other end of an exchange is. */
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
