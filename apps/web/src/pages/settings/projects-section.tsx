import type { TrustedFolder } from "@polylog/client";
import { exactName } from "@polylog/core";
import { FolderClosed, ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { useLoaded } from "../../data/use-loaded.ts";
import { folderName } from "../../format/format.ts";
import { TrustDialog } from "../../trust/trust-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { ProjectSettings } from "./project-settings.tsx";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

/** The trust of project files, and the settings of agents per project. */
export function ProjectsSection() {
  const { found, failure, load } = useLoaded(() => client.trust.list(), [], ["trust"]);
  const folders = found?.folders ?? null;
  const [asking, setAsking] = useState<TrustedFolder | null>(null);
  const distrust = ({ projectRoot }: TrustedFolder) => {
    client.trust.set({ projectRoot, trusted: false }).then(load, (error: Error) => showToast(error.message));
  };
  return (
    <div className={own.sections}>
      <section className={styles.group} aria-labelledby="trust-heading">
        <h2 id="trust-heading" className={styles.heading}>
          Trust
        </h2>
        <p className={styles.hint}>
          A project can contain agents, hooks, plugins and MCP servers that run programs as you. Agents use
          them only in folders you trust. Polylog asks again when a file is added or changes.
        </p>
        {folders === null && failure === null && <Spinner label="Loading" />}
        {failure !== null && <p className={styles.hint}>{failure}</p>}
        {folders?.length === 0 && <p className={styles.hint}>No project contains files that need trust.</p>}
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
                      <ShieldAlert size={11} /> {folder.wasTrusted ? "Changed" : "Not trusted"}
                    </Badge>
                  )}
                </p>
                <p className={styles.hint}>{folder.projectRoot}</p>
                {!folder.trusted && <TrustSummary folder={folder} />}
                {folder.problem !== null && <p className={own.problem}>{folder.problem}</p>}
              </div>
              {folder.trusted ? (
                <Button size="small" onClick={() => distrust(folder)}>
                  Stop trusting
                </Button>
              ) : (
                <Button size="small" onClick={() => setAsking(folder)}>
                  Review…
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <ProjectSettings />
      {asking !== null && <TrustDialog folder={asking} onClose={() => setAsking(null)} onDone={load} />}
    </div>
  );
}

/** The first untrusted files; the dialog lists all. */
function TrustSummary({ folder }: { readonly folder: TrustedFolder }) {
  const { changes, moreChanges, unchecked } = folder;
  const paths = [...unchecked, ...changes].map(({ path }) => exactName(path));
  const more = paths.length + moreChanges - shownFiles;
  if (paths.length === 0) return null;
  return (
    <p className={styles.hint}>
      {paths.slice(0, shownFiles).join(", ")}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

const shownFiles = 3;
