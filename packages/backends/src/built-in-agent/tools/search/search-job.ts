import type { FoundLine } from "./match-lines.ts";

/** The request and result of a search. They are plain values because they cross a thread boundary. */

export interface GrepJob {
  readonly kind: "grep";
  /** Real paths: the project's folder or another allowed one, and the file or folder in it to search. */
  readonly root: string;
  readonly start: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly around: number;
  /** Which files to search. All if null. A leading `!` excludes the matching files. */
  readonly glob: string | null;
  /** Report only the files, and the number of matches in each. */
  readonly namesOnly: boolean;
  /** The search ends after this many matching lines or files. */
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

/** A file with matches, or one that matches by name. */
export interface FoundFile {
  readonly path: string;
  /** Empty if only names were requested. */
  readonly lines: readonly FoundLine[];
  readonly count: number;
}

export type SearchUpdate =
  | { readonly kind: "found"; readonly files: readonly FoundFile[] }
  /** `more`: a limit ended the search early. */
  | { readonly kind: "done"; readonly more: boolean };
