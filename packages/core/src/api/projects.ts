import type { ChangedFile } from "../events/index.ts";

export interface TreeEntry {
  readonly name: string;
  /** From the project's folder. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number | null;
}

export interface ProjectFile {
  /** From the project's folder. */
  readonly path: string;
  readonly size: number;
  /** Null where it is no text. */
  readonly text: string | null;
  /** Only its beginning is here. */
  readonly truncated: boolean;
}

export interface FileChanges {
  readonly files: readonly ChangedFile[];
  /** Files that follow these. */
  readonly truncatedCount: number;
  /** Lines of all files, listed or not. */
  readonly added: number;
  readonly removed: number;
}

/** Which changes to list: since a checkpoint, up to another one or to now. */
export interface ChangesQuery {
  readonly projectRoot: string;
  readonly checkpoint: string;
  readonly to?: string | undefined;
  /** The first file to list. */
  readonly offset?: number | undefined;
}
