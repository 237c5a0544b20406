import { Target } from "lucide-react";
import { useState } from "react";
import { DailyBudget } from "../../budgets/session-budgets.tsx";
import { client } from "../../data/client.ts";
import { lastProject } from "../../data/last-choices.ts";
import { useLoaded } from "../../data/use-loaded.ts";
import { wholeTime } from "../../format/format.ts";
import { Page } from "../../layout/page.tsx";
import { ProjectField, useProjects } from "../../projects/project-field.tsx";
import { useFolderCheck } from "../../projects/use-folder-check.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MissionCard } from "./mission-card.tsx";
import { MissionForm } from "./mission-form.tsx";
import styles from "./missions-page.module.css";
import { Schedules } from "./schedules.tsx";

/** A project's goal that takes many runs. */
export function MissionsPage() {
  const projects = useProjects();
  const [typed, setTyped] = useState<string | null>(null);
  const project = typed ?? (lastProject.get() || projects[0] || "");
  const check = useFolderCheck(project);
  return (
    <Page title="Missions">
      <div className={styles.page}>
        <p className={styles.lead}>
          A mission is a goal for a project that takes many runs. Each project has one; a new mission replaces
          it.
        </p>
        <p className={styles.lead}>
          Polylog prompts its agents whenever they are idle. The mission pauses while an agent asks you
          something, when a limit is reached, after three failures, and when you stop its run.
        </p>
        <ProjectField value={project} check={check} onChange={setTyped} />
        {check.state === "there" ? (
          <ProjectMissions key={project.trim()} projectRoot={project.trim()} />
        ) : (
          check.state === "none" && (
            <EmptyState icon={<Target size={28} />} title="Choose a project">
              Its current and past missions appear here.
            </EmptyState>
          )
        )}
      </div>
    </Page>
  );
}

function ProjectMissions({ projectRoot }: { readonly projectRoot: string }) {
  const ask = () => client.missions.list({ projectRoot });
  const { found, failure, load } = useLoaded(ask, [projectRoot], ["mission"]);
  const [isEditing, setEditing] = useState(false);
  if (found === null) return failure === null ? null : <p role="alert">{failure}</p>;
  const { missions } = found;
  const current = missions.find(({ endedTs }) => endedTs === null);
  const past = missions.filter(({ endedTs }) => endedTs !== null);
  return (
    <>
      {current !== undefined && !isEditing && (
        <MissionCard mission={current} onEdit={() => setEditing(true)} onChanged={load} />
      )}
      {(current === undefined || isEditing) && (
        <MissionForm
          projectRoot={projectRoot}
          before={current}
          onDone={() => {
            setEditing(false);
            load();
          }}
        />
      )}
      <div className={styles.card}>
        <DailyBudget projectRoot={projectRoot} level={2} />
      </div>
      <Schedules projectRoot={projectRoot} />
      {past.length > 0 && (
        <section className={styles.past} aria-labelledby="past-missions">
          <h2 id="past-missions" className={styles.heading}>
            Past missions
          </h2>
          <ol>
            {past.map(({ missionId, text, createdTs, endedTs, endReason, triggers }) => (
              <li key={missionId} className={styles.ended}>
                <p className={styles.text}>{text}</p>
                <p className={styles.detail}>
                  {wholeTime(createdTs)} to {wholeTime(endedTs ?? createdTs)} · prompted {triggers} times
                  {endReason === "finalized" && " · done"}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
