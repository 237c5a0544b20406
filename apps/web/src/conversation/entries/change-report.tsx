import type { ChangesQuery, FileChanges } from "@polylog/client";
import type { ChangedFile } from "@polylog/core";
import { changedFileDiffs } from "@polylog/core";
import { FileDiff as FileDiffIcon } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { BlockView } from "../../cards/blocks/block-view.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { client } from "../../data/client.ts";
import { useSessionAgent } from "../../data/session/use-session-agent.ts";
import { plural } from "../../format/format.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./change-report.module.css";
import type { EntryProps } from "./entry-view.tsx";

const letters = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

/** The files that a run changed. */
export function ChangeReport({ entry }: EntryProps<"change_report">) {
  const { files, truncatedCount, key, before, after } = entry;
  const sum = (of: "added" | "removed") => files.reduce((lines, file) => lines + (file[of] ?? 0), 0);
  return (
    <ChangedFiles
      files={files}
      truncatedCount={truncatedCount}
      added={entry.added ?? sum("added")}
      removed={entry.removed ?? sum("removed")}
      of={key}
      between={before === null || after === null ? null : { checkpoint: before, to: after }}
    />
  );
}

interface ChangedFilesProps extends FileChanges {
  /** The key under which the page remembers which files are open. */
  readonly of: string;
  /** The checkpoints that are compared. Files that the report does not list are fetched from this comparison. */
  readonly between: Between | null;
}

type Between = Pick<ChangesQuery, "checkpoint" | "to">;

export function ChangedFiles({ files, truncatedCount, added, removed, of, between }: ChangedFilesProps) {
  const more = useMoreFiles(files, truncatedCount, between);
  return (
    <article className={styles.report} aria-label="Changes">
      <header className={styles.head}>
        <FileDiffIcon size={15} />
        <span className={styles.title}>{plural(files.length + truncatedCount, "file")} changed</span>
        <span className={styles.added}>+{added}</span>
        <span className={styles.removed}>−{removed}</span>
      </header>
      {more.files.map((file) => (
        <ChangedFileRow key={file.path} file={file} of={of} />
      ))}
      {more.failure !== null && (
        <p className={styles.more} role="alert">
          {more.failure}
        </p>
      )}
      {more.left > 0 && between === null && (
        <p className={styles.more}>and {plural(more.left, "more file")}</p>
      )}
      {more.left > 0 && between !== null && (
        <Button look="ghost" size="small" onClick={more.load}>
          Show {plural(more.left, "more file")}
        </Button>
      )}
    </article>
  );
}

/** The listed files and those fetched since, without duplicates across pages. */
function useMoreFiles(files: readonly ChangedFile[], truncatedCount: number, between: Between | null) {
  const { projectRoot } = useSessionAgent();
  const [loaded, setLoaded] = useState<readonly ChangedFile[]>([]);
  const [left, setLeft] = useState(truncatedCount);
  const [failure, setFailure] = useState<string | null>(null);
  const next = useRef(0);
  const load = () => {
    if (projectRoot === null || between === null) return;
    client.projects.changes({ projectRoot, ...between, offset: next.current }).then(
      (page) => {
        next.current += page.files.length;
        setLoaded((before) => [...before, ...page.files]);
        setLeft(page.truncatedCount);
        setFailure(null);
      },
      (error: Error) => setFailure(error.message),
    );
  };
  const byPath = new Map([...loaded, ...files].map((file) => [file.path, file]));
  return { files: loaded.length === 0 ? files : [...byPath.values()], left, failure, load };
}

function ChangedFileRow({ file, of }: { readonly file: ChangedFile; readonly of: string }) {
  const [chosen, setOpen] = useExpanded(`${of}/${file.path}`);
  const isOpen = chosen === true;
  const blocks = useMemo(() => (isOpen ? changedFileDiffs(file) : []), [isOpen, file]);
  return (
    <Disclosure
      icon={
        <span className={styles.letter} data-status={file.status} role="img" aria-label={file.status}>
          {letters[file.status]}
        </span>
      }
      title={
        <span className={styles.path}>
          {file.oldPath === undefined ? file.path : `${file.oldPath} → ${file.path}`}
        </span>
      }
      meta={
        <>
          {file.added !== undefined && <span className={styles.added}>+{file.added}</span>}
          {file.removed !== undefined && <span className={styles.removed}>−{file.removed}</span>}
          {file.alsoChangedBy !== undefined && (
            <span className={styles.more}>
              also changed by {file.alsoChangedBy.map(({ title }) => title ?? "another session").join(", ")}
            </span>
          )}
        </>
      }
      state={null}
      isOpen={file.diff === undefined ? null : isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && blocks.map((block) => <BlockView key={block.kind} block={block} />)}
    </Disclosure>
  );
}
