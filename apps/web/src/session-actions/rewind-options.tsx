import type { RewindFile, RewindPreview, SessionName } from "@polylog/client";
import { useEffect, useId, useState } from "react";
import { client } from "../data/client.ts";
import { plural } from "../format/format.ts";
import { Link } from "../routing/link.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./session-dialogs.module.css";

/** The parts to rewind; `paths` are the files to restore. */
export interface RewindChoice {
  readonly conversation: boolean;
  readonly files: boolean;
  readonly paths?: readonly string[];
}

export const conversationOnly: RewindChoice = { conversation: true, files: false };

const ways = [
  { name: "Conversation and files", conversation: true, files: true },
  { name: "Conversation only", conversation: true, files: false },
  { name: "Files only", conversation: false, files: true },
] as const;

interface RewindOptionsProps {
  readonly sessionId: string;
  readonly seq: number;
  readonly choice: RewindChoice;
  readonly onChoice: (choice: RewindChoice) => void;
}

/** Selects conversation, files or both, and which files. */
export function RewindOptions({ sessionId, seq, choice, onChoice }: RewindOptionsProps) {
  const group = useId();
  const [preview, failure] = usePreview(sessionId, seq);
  const changed = preview?.files ?? [];
  const selected = new Set(choice.paths ?? changed.flatMap((file) => (file.selected ? [file.path] : [])));
  const toggle = (path: string) => {
    if (!selected.delete(path)) selected.add(path);
    onChoice({ ...choice, paths: [...selected] });
  };
  return (
    <>
      <fieldset className={styles.choices} aria-label="What to rewind">
        {ways.map(({ name, conversation, files }) => {
          const isChosen = choice.conversation === conversation && choice.files === files;
          return (
            <label key={name} className={styles.choice} data-chosen={isChosen}>
              <input
                type="radio"
                name={group}
                checked={isChosen}
                onChange={() => onChoice({ ...choice, conversation, files })}
              />
              <span className={styles.words}>{name}</span>
            </label>
          );
        })}
      </fieldset>
      {choice.files && failure !== null && <p role="alert">{failure}</p>}
      {choice.files && preview === null && failure === null && <Spinner label="Comparing files" />}
      {choice.files && preview !== null && <Files preview={preview} selected={selected} onToggle={toggle} />}
    </>
  );
}

interface FilesProps {
  readonly preview: RewindPreview;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
}

function Files({ preview: { files, more, unavailable, blockedBy }, selected, onToggle }: FilesProps) {
  if (unavailable !== null) return <p role="alert">Files cannot be restored. {unavailable}</p>;
  if (files.length === 0) return <p className={styles.time}>No files changed since then</p>;
  return (
    <>
      {blockedBy !== null && (
        <p role="alert">
          <SessionLink session={blockedBy} /> is running in this project. Stop it to rewind files.
        </p>
      )}
      <fieldset className={styles.choices} aria-label="Files to restore">
        {files.map((file) => (
          <FileChoice key={file.path} file={file} isChosen={selected.has(file.path)} onToggle={onToggle} />
        ))}
      </fieldset>
      {more > 0 && <p className={styles.time}>and {plural(more, "more file")}</p>}
    </>
  );
}

const verbs = { change: "Restore", create: "Recreate", delete: "Remove" } as const;

interface FileChoiceProps {
  readonly file: RewindFile;
  readonly isChosen: boolean;
  readonly onToggle: (path: string) => void;
}

function FileChoice({ file: { path, restore, isOwn, changedBy }, isChosen, onToggle }: FileChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isChosen} onChange={() => onToggle(path)} />
      <span className={styles.time}>{verbs[restore]}</span>
      <span className={styles.words} title={path} dir="ltr">
        {path}
      </span>
      {changedBy.length > 0 && (
        <span className={styles.time}>
          also changed by{" "}
          {changedBy.map((session) => (
            <SessionLink key={session.sessionId} session={session} />
          ))}
        </span>
      )}
      {!isOwn && changedBy.length === 0 && <span className={styles.time}>not changed by this session</span>}
    </label>
  );
}

function SessionLink({ session: { sessionId, title } }: { readonly session: SessionName }) {
  return <Link to={{ page: "session", sessionId, target: null }}>{title ?? "Untitled session"}</Link>;
}

function usePreview(sessionId: string, seq: number): readonly [RewindPreview | null, string | null] {
  const [found, setFound] = useState<{
    readonly seq: number;
    readonly preview: RewindPreview | null;
    readonly failure: string | null;
  } | null>(null);
  useEffect(() => {
    let isWanted = true;
    client.sessions.rewindPreview({ sessionId, seq }).then(
      (preview) => isWanted && setFound({ seq, preview, failure: null }),
      (error: Error) => isWanted && setFound({ seq, preview: null, failure: error.message }),
    );
    return () => {
      isWanted = false;
    };
  }, [sessionId, seq]);
  return found?.seq === seq ? [found.preview, found.failure] : [null, null];
}
