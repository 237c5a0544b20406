import type { ProjectFile } from "@polylog/client";
import { type ChangedFile, changedFileDiffs, languageOf } from "@polylog/core";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { BlockView } from "../cards/blocks/block-view.tsx";
import { client } from "../data/client.ts";
import { bytes } from "../format/format.ts";
import { Code } from "../markdown/code.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Segments } from "../ui/fields/segments.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./file-preview.module.css";

interface FilePreviewProps {
  readonly projectRoot: string;
  readonly path: string;
  /** The difference to the last checkpoint. */
  readonly change: ChangedFile | null;
  readonly onClose: () => void;
}

const views = [
  { id: "changes", name: "Changes" },
  { id: "file", name: "File" },
] as const;

/** The current content of a file, and its difference to the last checkpoint. */
export function FilePreview({ projectRoot, path, change, onClose }: FilePreviewProps) {
  const diffs = useMemo(() => (change == null ? [] : changedFileDiffs(change)), [change]);
  const [chosen, setChosen] = useState<"file" | "changes">("changes");
  const view = diffs.length === 0 ? "file" : chosen;
  const file = useFile(projectRoot, path);
  return (
    <Dialog open onClose={onClose} title={path} width="wide">
      <div className={styles.bar}>
        {diffs.length > 0 && <Segments label="View" value={view} choices={views} onChoose={setChosen} />}
        <span className={styles.about}>{aboutOf(file, change)}</span>
        {file instanceof Object && "text" in file && file.text !== null && (
          <CopyButton text={() => file.text ?? ""} label="Copy file" />
        )}
      </div>
      {view === "changes" ? (
        <div className={styles.diff}>
          {diffs.map((block) => (
            <BlockView key={block.kind} block={block} />
          ))}
        </div>
      ) : (
        <FileText file={file} />
      )}
    </Dialog>
  );
}

type Loaded = ProjectFile | Error | null;

function FileText({ file }: { readonly file: Loaded }): ReactNode {
  if (file === null) return <Spinner label="Loading" />;
  if (file instanceof Error) return <p className={styles.about}>{file.message}</p>;
  const { text, path } = file;
  if (text === null) return <p className={styles.about}>Binary file. Preview not available.</p>;
  if (text === "") return <p className={styles.about}>Empty file</p>;
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return (
    <Scroller label={path} className={styles.text}>
      <div className={styles.lines}>
        <pre className={styles.numbers} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => index + 1).join("\n")}
        </pre>
        <pre className={styles.code}>
          <Code code={text} language={languageOf(path)} />
        </pre>
      </div>
    </Scroller>
  );
}

function aboutOf(file: Loaded, change: ChangedFile | null): string {
  const about: string[] = [];
  if (file !== null && !(file instanceof Error)) {
    about.push(bytes(file.size));
    if (file.truncated) about.push("truncated");
  }
  if (change !== null) about.push(`${change.status} since the last checkpoint`);
  return about.join(" · ");
}

function useFile(projectRoot: string, path: string): Loaded {
  const [file, setFile] = useState<Loaded>(null);
  useEffect(() => {
    let isWanted = true;
    client.projects.file({ projectRoot, path }).then(
      (loaded) => isWanted && setFile(loaded),
      (error: Error) => isWanted && setFile(error),
    );
    return () => {
      isWanted = false;
    };
  }, [projectRoot, path]);
  return file;
}
