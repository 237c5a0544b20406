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
  /** Files that changed too and are not told one by one. */
  readonly truncatedCount: number;
}
