import { boundReport, type ChangedFile, type ProjectChanges } from "@polylog/core";
import { limits } from "./limits.ts";
import { unifiedDiff } from "./unified-diff.ts";

interface Change {
  readonly shown: string;
  /** As it was before the run; null if it was not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** The texts were too much to keep. */
  readonly untold: boolean;
}

/** What a run has changed through its tools: of each file how it was first, and how it is last. */
export class ChangeBook {
  private readonly files = new Map<string, Change>();
  /** Files past the bound, by name only. */
  private readonly others = new Set<string>();
  private chars = 0;

  /** `before` and `after` are a file's text; null stands for no file. */
  note(path: string, shown: string, before: string | null, after: string | null): void {
    const first = this.files.get(path);
    if (first?.untold === true) return;
    if (first === undefined && this.files.size >= limits.bookFiles) {
      this.others.add(path);
      return;
    }
    const grown = first === undefined ? length(before) + length(after) : length(after) - length(first.after);
    const untold = this.chars + grown > limits.bookChars;
    if (!untold) this.chars += grown;
    this.files.set(path, {
      shown,
      before: untold ? null : first === undefined ? before : first.before,
      after: untold ? null : after,
      untold,
    });
  }

  /**
   * The body of a `change_report`, or null where nothing changed. `since` is what a checkpoint made at the run's
   * beginning tells, which also knows what commands did: for a file that both know, it is the one to believe.
   */
  report(since: ProjectChanges | null = null): ProjectChanges | null {
    const told = new Set(since?.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
    const own = [...this.files.values()].filter(({ shown }) => !told.has(shown)).flatMap(changedFile);
    return boundReport([...(since?.files ?? []), ...own], (since?.truncatedCount ?? 0) + this.others.size);
  }
}

function changedFile({ shown, before, after, untold }: Change): ChangedFile[] {
  if (untold) return [{ path: shown, status: "modified" }];
  if (before === after) return [];
  const status = before === null ? "added" : after === null ? "deleted" : "modified";
  return [{ path: shown, status, ...unifiedDiff(before ?? "", after ?? "") }];
}

function length(text: string | null): number {
  return text?.length ?? 0;
}
