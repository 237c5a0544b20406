import type { TreeEntry } from "@polylog/client";
import type { ChangedFile } from "@polylog/core";
import { ChevronRight, File, Folder, FolderOpen } from "lucide-react";
import { createContext, use, useEffect, useMemo, useState } from "react";
import { client } from "../data/client.ts";
import { useSessionAgent } from "../data/session/use-session-agent.ts";
import { bytes } from "../format/format.ts";
import { Spinner } from "../ui/spinner.tsx";
import { FilePreview } from "./file-preview.tsx";
import styles from "./panel.module.css";
import { useCheckpointChanges } from "./use-checkpoint-changes.ts";

interface Project {
  readonly root: string;
  readonly changed: ReadonlyMap<string, ChangedFile>;
  readonly show: (path: string) => void;
}

const ProjectScope = createContext<Project | null>(null);

/** The project's files. Files that differ from the last checkpoint are marked, and each file has a preview. */
export function FilesTab() {
  const { projectRoot } = useSessionAgent();
  const { changes } = useCheckpointChanges();
  const [shown, setShown] = useState<string | null>(null);
  const project = useMemo((): Project | null => {
    if (projectRoot === null) return null;
    const changed = new Map((changes?.files ?? []).map((file) => [file.path, file]));
    return { root: projectRoot, changed, show: setShown };
  }, [projectRoot, changes]);
  if (project === null) return <p className={styles.none}>Loading the project…</p>;
  return (
    <ProjectScope value={project}>
      <p className={styles.heading} title={project.root}>
        {project.root}
      </p>
      <Entries path="" />
      {shown !== null && (
        <FilePreview
          projectRoot={project.root}
          path={shown}
          change={project.changed.get(shown) ?? null}
          onClose={() => setShown(null)}
        />
      )}
    </ProjectScope>
  );
}

function useProject(): Project {
  const project = use(ProjectScope);
  if (project === null) throw new Error("ProjectContext is missing");
  return project;
}

type Listed = readonly TreeEntry[] | "loading" | Error;

function Entries({ path }: { readonly path: string }) {
  const { root } = useProject();
  const [listed, setListed] = useState<Listed>("loading");
  useEffect(() => {
    let isWanted = true;
    client.projects.tree({ projectRoot: root, path }).then(
      ({ entries }) => isWanted && setListed(entries),
      (error: Error) => isWanted && setListed(error),
    );
    return () => {
      isWanted = false;
    };
  }, [root, path]);
  if (listed === "loading") return <Spinner label="Loading" />;
  if (listed instanceof Error) return <p className={styles.none}>{listed.message}</p>;
  if (listed.length === 0) return <p className={styles.faint}>Empty</p>;
  return (
    <ul className={styles.tree}>
      {listed.map((entry) => (
        <li key={entry.path}>
          {entry.kind === "folder" ? <FolderNode entry={entry} /> : <FileNode entry={entry} />}
        </li>
      ))}
    </ul>
  );
}

function FolderNode({ entry }: { readonly entry: TreeEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { changed } = useProject();
  const hasChanges = [...changed.keys()].some((path) => path.startsWith(`${entry.path}/`));
  const Icon = isOpen ? FolderOpen : Folder;
  return (
    <>
      <button type="button" className={styles.node} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={12} className={styles.turn} data-open={isOpen} />
        <Icon size={14} />
        <span>{entry.name}</span>
        {hasChanges && <span className={styles.within} role="img" aria-label="Contains changes" />}
      </button>
      {isOpen && (
        <div className={styles.children}>
          <Entries path={entry.path} />
        </div>
      )}
    </>
  );
}

const letters = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

function FileNode({ entry }: { readonly entry: TreeEntry }) {
  const { changed, show } = useProject();
  const change = changed.get(entry.path);
  const inside = (
    <>
      <File size={14} />
      <span>{entry.name}</span>
      {change !== undefined && (
        <span className={styles.letter} data-status={change.status} role="img" aria-label={change.status}>
          {letters[change.status]}
        </span>
      )}
      {entry.size !== null && <span className={styles.size}>{bytes(entry.size)}</span>}
    </>
  );
  if (entry.kind !== "file") return <div className={`${styles.node} ${styles.leaf}`}>{inside}</div>;
  return (
    <button type="button" className={`${styles.node} ${styles.leaf}`} onClick={() => show(entry.path)}>
      {inside}
    </button>
  );
}
