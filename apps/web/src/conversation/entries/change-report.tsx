import type { ChangedFile } from "@polylog/core";
import { previewCard } from "@polylog/core";
import { FileDiff as FileDiffIcon } from "lucide-react";
import { useMemo } from "react";
import { plural } from "../../format/format.ts";
import { BlockView } from "../blocks/block-view.tsx";
import { Disclosure } from "../disclosure.tsx";
import { useOpen } from "../use-open.ts";
import styles from "./change-report.module.css";
import type { EntryProps } from "./entry-view.tsx";

const letters = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

/** The files that a run changed. */
export function ChangeReport({ entry }: EntryProps<"change_report">) {
  const { files, truncatedCount, key } = entry;
  return <ChangedFiles files={files} truncatedCount={truncatedCount} of={key} />;
}

interface ChangedFilesProps {
  readonly files: readonly ChangedFile[];
  readonly truncatedCount: number;
  /** By which the page remembers which of them are open. */
  readonly of: string;
}

export function ChangedFiles({ files, truncatedCount, of }: ChangedFilesProps) {
  const added = files.reduce((sum, file) => sum + (file.added ?? 0), 0);
  const removed = files.reduce((sum, file) => sum + (file.removed ?? 0), 0);
  return (
    <article className={styles.report} aria-label="Changes">
      <header className={styles.head}>
        <FileDiffIcon size={15} />
        <span className={styles.title}>{plural(files.length + truncatedCount, "file")} changed</span>
        <span className={styles.added}>+{added}</span>
        <span className={styles.removed}>−{removed}</span>
      </header>
      {files.map((file) => (
        <ChangedFileRow key={file.path} file={file} of={of} />
      ))}
      {truncatedCount > 0 && <p className={styles.more}>and {plural(truncatedCount, "more file")}</p>}
    </article>
  );
}

function ChangedFileRow({ file, of }: { readonly file: ChangedFile; readonly of: string }) {
  const [chosen, setOpen] = useOpen(`${of}/${file.path}`);
  const isOpen = chosen === true;
  const blocks = useMemo(() => (isOpen ? diffsOf(file) : []), [isOpen, file]);
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

/** Core reads the diff, as it does that of a call. */
export function diffsOf({ path, diff = "" }: ChangedFile) {
  const input = { changes: [{ path, kind: "update", diff }] };
  return previewCard({ toolName: "edit", input }).blocks.filter((block) => block.kind === "diff");
}
