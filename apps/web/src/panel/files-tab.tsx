import type { TreeEntry } from "@polylog/client";
import { ChevronRight, File, Folder, FolderOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { useAgentState } from "../conversation/use-agent-state.ts";
import { client } from "../data/client.ts";
import { count } from "../format/format.ts";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./panel.module.css";

/** The project's files. */
export function FilesTab() {
  const { projectRoot } = useAgentState();
  if (projectRoot === null) return <p className={styles.none}>The project is not known yet.</p>;
  return (
    <>
      <p className={styles.heading} title={projectRoot}>
        {projectRoot}
      </p>
      <Entries projectRoot={projectRoot} path="" />
    </>
  );
}

type Listed = readonly TreeEntry[] | "loading" | Error;

function Entries({ projectRoot, path }: { readonly projectRoot: string; readonly path: string }) {
  const [listed, setListed] = useState<Listed>("loading");
  useEffect(() => {
    let isWanted = true;
    client.tree(projectRoot, path).then(
      (entries) => isWanted && setListed(entries),
      (error: Error) => isWanted && setListed(error),
    );
    return () => {
      isWanted = false;
    };
  }, [projectRoot, path]);
  if (listed === "loading") return <Spinner label="Loading" />;
  if (listed instanceof Error) return <p className={styles.none}>{listed.message}</p>;
  if (listed.length === 0) return <p className={styles.faint}>Empty</p>;
  return (
    <ul className={styles.tree}>
      {listed.map((entry) => (
        <Node key={entry.path} projectRoot={projectRoot} entry={entry} />
      ))}
    </ul>
  );
}

function Node({ projectRoot, entry }: { readonly projectRoot: string; readonly entry: TreeEntry }) {
  const [isOpen, setOpen] = useState(false);
  if (entry.kind !== "folder") {
    return (
      <li className={styles.node}>
        <File size={14} />
        <span>{entry.name}</span>
        {entry.size !== null && <span className={styles.size}>{count(entry.size)}B</span>}
      </li>
    );
  }
  return (
    <li>
      <button type="button" className={styles.node} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <FolderOpen size={14} /> : <Folder size={14} />}
        <span>{entry.name}</span>
        <ChevronRight size={12} className={styles.size} />
      </button>
      {isOpen && (
        <div className={styles.children}>
          <Entries projectRoot={projectRoot} path={entry.path} />
        </div>
      )}
    </li>
  );
}
