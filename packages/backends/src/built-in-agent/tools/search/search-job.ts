import type { FoundLine } from "./match-lines.ts";

/** What is asked of a search, and what it tells: plain values, because they go to another thread. */

export interface GrepJob {
  readonly kind: "grep";
  /** The project's folder or another that may be used, and the file or folder in it to search; real paths. */
  readonly root: string;
  readonly start: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly around: number;
  /** Which files; all if null. A leading `!` takes out what fits. */
  readonly glob: string | null;
  /** Only which files, and how often in each. */
  readonly namesOnly: boolean;
  /** Lines that match, or files, after which the search ends. */
  readonly most: number;
}

export interface GlobJob {
  readonly kind: "glob";
  readonly root: string;
  readonly start: string;
  readonly pattern: string;
  readonly most: number;
}

export type SearchJob = GrepJob | GlobJob;

/** A file in which something was found, or that was looked for. */
export interface FoundFile {
  readonly path: string;
  /** Empty where only names were asked for. */
  readonly lines: readonly FoundLine[];
  readonly count: number;
}

export type SearchUpdate =
  | { readonly kind: "found"; readonly files: readonly FoundFile[] }
  /** `more`: a bound ended it before all was looked at. */
  | { readonly kind: "done"; readonly more: boolean };
