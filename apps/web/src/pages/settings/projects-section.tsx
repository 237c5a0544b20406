import type { TrustedFolder } from "@polylog/client";
import { FolderClosed, ShieldAlert, ShieldCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useChanged } from "../../data/changes.ts";
import { client } from "../../data/client.ts";
import { folderName } from "../../format/format.ts";
import { TrustDialog } from "../../trust/trust-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { tell } from "../../ui/toasts.tsx";
import { OneProject } from "./one-project.tsx";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

/** What projects bring along, and how agents are set in them. */
export function ProjectsSection() {
  const { folders, failure, load } = useTrust();
  const [asking, setAsking] = useState<TrustedFolder | null>(null);
  const distrust = ({ projectRoot }: TrustedFolder) => {
    client.setTrust(projectRoot, false).then(load, (error: Error) => tell(error.message));
  };
  return (
    <div className={own.sections}>
      <section className={styles.group} aria-labelledby="trust-heading">
        <h2 id="trust-heading" className={styles.heading}>
          Trust
        </h2>
        <p className={styles.hint}>
          A project may bring agents, hooks and MCP servers along, in <code>.polylog/config.json</code> or for
          an agent's own program: programs that run as you. They wait until you trust the folder.
        </p>
        {folders === null && failure === null && <Spinner label="Loading" />}
        {failure !== null && <p className={styles.hint}>{failure}</p>}
        {folders?.length === 0 && <p className={styles.hint}>No project brings anything along.</p>}
        <ul className={styles.list}>
          {(folders ?? []).map((folder) => (
            <li key={folder.projectRoot} className={styles.agent}>
              <FolderClosed size={20} className={own.icon} />
              <div className={own.about}>
                <p className={styles.name} title={folder.projectRoot}>
                  {folderName(folder.projectRoot)}{" "}
                  {folder.trusted ? (
                    <Badge tone="done">
                      <ShieldCheck size={11} /> Trusted
                    </Badge>
                  ) : (
                    <Badge tone="waiting">
                      <ShieldAlert size={11} /> Waits
                    </Badge>
                  )}
                </p>
                <p className={styles.hint}>{folder.projectRoot}</p>
                {folder.waiting.length > 0 && (
                  <p className={styles.hint}>Waits: {folder.waiting.join(", ")}</p>
                )}
                {folder.problem !== null && <p className={own.problem}>{folder.problem}</p>}
              </div>
              {folder.trusted ? (
                <Button size="small" onClick={() => distrust(folder)}>
                  No longer
                </Button>
              ) : (
                <Button size="small" onClick={() => setAsking(folder)}>
                  Trust…
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <OneProject />
      {asking !== null && <TrustDialog folder={asking} onClose={() => setAsking(null)} onTrusted={load} />}
    </div>
  );
}

function useTrust() {
  const [folders, setFolders] = useState<readonly TrustedFolder[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    client.trust().then(setFolders, (error: Error) => setFailure(error.message));
  }, []);
  useEffect(load, [load]);
  useChanged(["trust"], load);
  return { folders, failure, load };
}
