import type { Mission } from "@polylog/client";
import { Target } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useAgents } from "../../data/agents.ts";
import { client } from "../../data/client.ts";
import { lastProject } from "../../data/last-choices.ts";
import { wholeTime } from "../../format/format.ts";
import { ProjectField, useProjects } from "../../projects/project-field.tsx";
import { useFolderCheck } from "../../projects/use-folder-check.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { tell } from "../../ui/toasts.tsx";
import { Page } from "../page.tsx";
import { intervalName, intervals } from "./intervals.ts";
import styles from "./missions-page.module.css";

/** What a project is to achieve over many runs. */
export function MissionsPage() {
  const projects = useProjects();
  const [typed, setTyped] = useState<string | null>(null);
  const project = typed ?? (lastProject.get() || projects[0] || "");
  const check = useFolderCheck(project);
  return (
    <Page title="Missions">
      <div className={styles.page}>
        <p className={styles.lead}>
          A mission is what a project is to achieve over many runs. Each project has one; setting another ends
          the one before.
        </p>
        <p className={styles.note}>
          This version keeps the mission and shows it, but does not yet prompt idle agents with it: the
          interval has no effect so far.
        </p>
        <ProjectField value={project} check={check} onChange={setTyped} />
        {check.state === "there" ? (
          <ProjectMissions key={project.trim()} projectRoot={project.trim()} />
        ) : (
          check.state === "none" && (
            <Empty icon={<Target size={28} />} title="Choose a project">
              Its mission and those before it stand here.
            </Empty>
          )
        )}
      </div>
    </Page>
  );
}

function ProjectMissions({ projectRoot }: { readonly projectRoot: string }) {
  const { missions, failure, load } = useMissions(projectRoot);
  const [isEditing, setEditing] = useState(false);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (missions === null) return null;
  const current = missions.find(({ endedTs }) => endedTs === null);
  const past = missions.filter(({ endedTs }) => endedTs !== null);
  return (
    <>
      {current !== undefined && !isEditing && (
        <MissionCard mission={current} onEdit={() => setEditing(true)} onEnded={load} />
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
      {past.length > 0 && (
        <section className={styles.past} aria-labelledby="past-missions">
          <h2 id="past-missions" className={styles.heading}>
            Before
          </h2>
          <ol>
            {past.map(({ missionId, text, createdTs, endedTs }) => (
              <li key={missionId} className={styles.ended}>
                <p className={styles.text}>{text}</p>
                <p className={styles.detail}>
                  {wholeTime(createdTs)} to {wholeTime(endedTs ?? createdTs)}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

interface MissionCardProps {
  readonly mission: Mission;
  readonly onEdit: () => void;
  readonly onEnded: () => void;
}

function MissionCard({ mission, onEdit, onEnded }: MissionCardProps) {
  const { text, agentId, intervalSeconds, createdTs, triggers, projectRoot } = mission;
  const end = () => {
    client.clearMission(projectRoot).then(onEnded, (error: Error) => tell(error.message));
  };
  return (
    <section className={styles.card} aria-label="The mission">
      <p className={styles.state}>
        <Badge tone="live">Set</Badge> <span>since {wholeTime(createdTs)}</span>
      </p>
      <p className={styles.text}>{text}</p>
      <p className={styles.detail}>
        {agentId ?? "Any agent"} · {intervalName(intervalSeconds)} · prompted {triggers} times
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={onEdit}>
          Change
        </Button>
        <Button size="small" look="danger" onClick={end}>
          End the mission
        </Button>
      </div>
    </section>
  );
}

interface MissionFormProps {
  readonly projectRoot: string;
  readonly before: Mission | undefined;
  readonly onDone: () => void;
}

function MissionForm({ projectRoot, before, onDone }: MissionFormProps) {
  const { agents } = useAgents();
  const [text, setText] = useState(before?.text ?? "");
  const [agentId, setAgent] = useState(before?.agentId ?? "");
  const [interval, setInterval] = useState(String(before?.intervalSeconds ?? ""));
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mission = {
      text: text.trim(),
      agentId: agentId === "" ? undefined : agentId,
      intervalSeconds: interval === "" ? undefined : Number(interval),
    };
    client.setMission(projectRoot, mission).then(onDone, (error: Error) => setFailure(error.message));
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <label className={styles.label} htmlFor="mission-text">
        {before === undefined ? "What is to be achieved" : "What is to be achieved instead"}
      </label>
      <TextArea
        id="mission-text"
        value={text}
        rows={4}
        placeholder="Keep the tests green and the dependencies current."
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.choices}>
        <Select label="Agent" value={agentId} onChange={setAgent}>
          <option value="">Any agent</option>
          {agents.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </Select>
        <Select label="Interval" value={interval} onChange={setInterval}>
          {intervals.map(({ seconds, name }) => (
            <option key={name} value={seconds ?? ""}>
              {name}
            </option>
          ))}
        </Select>
        <Button look="primary" type="submit" disabled={text.trim() === ""}>
          Set the mission
        </Button>
      </div>
      {failure !== null && <p role="alert">{failure}</p>}
    </form>
  );
}

function useMissions(projectRoot: string) {
  const [missions, setMissions] = useState<readonly Mission[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    client.missions(projectRoot).then(setMissions, (error: Error) => setFailure(error.message));
  }, [projectRoot]);
  useEffect(load, [load]);
  return { missions, failure, load };
}
