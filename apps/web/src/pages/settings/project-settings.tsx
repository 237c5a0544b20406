import type { AgentOverride } from "@polylog/client";
import { modeNames, type PermissionMode, permissionModes } from "@polylog/core";
import { type FormEvent, useEffect, useState } from "react";
import { DailyBudget } from "../../budgets/session-budgets.tsx";
import { useAgents } from "../../data/agents.ts";
import { client } from "../../data/client.ts";
import { isCancelled } from "../../data/confirmations.ts";
import { lastProject } from "../../data/last-choices.ts";
import { ProjectField, useProjects } from "../../projects/project-field.tsx";
import { useFolderCheck } from "../../projects/use-folder-check.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { AgentMessageRules } from "./agent-message-rules.tsx";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

/** The settings of one project: its agents, their message rules, and its daily budget. */
export function ProjectSettings() {
  const projects = useProjects();
  const { agents } = useAgents();
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const project = (typed ?? (lastProject.get() || projects[0] || "")).trim();
  const agentId = picked ?? agents[0]?.id ?? "";
  const check = useFolderCheck(project);
  const isChosen = check.state === "there" && agentId !== "";
  return (
    <section className={styles.group} aria-labelledby="overrides-heading">
      <h2 id="overrides-heading" className={styles.heading}>
        Project settings
      </h2>
      <ProjectField value={typed ?? project} check={check} onChange={setTyped} />
      {isChosen && (
        <div className={own.parts}>
          <section className={styles.group} aria-labelledby="override-heading">
            <h3 id="override-heading" className={own.subheading}>
              Agent settings
            </h3>
            <p className={styles.hint}>
              Model, mode and instructions for this project only. Running sessions switch to the new model and
              mode immediately.
            </p>
            <Select label="Agent" isNamed value={agentId} onChange={setPicked}>
              {agents.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </Select>
            <OverrideForm key={`${project} ${agentId}`} projectRoot={project} agentId={agentId} />
          </section>
          <AgentMessageRules key={`rules ${project}`} projectRoot={project} />
          <DailyBudget key={`day ${project}`} projectRoot={project} />
        </div>
      )}
    </section>
  );
}

interface OverrideFormProps {
  readonly projectRoot: string;
  readonly agentId: string;
}

function OverrideForm({ projectRoot, agentId }: OverrideFormProps) {
  const [override, setOverride] = useState<AgentOverride | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    client.settings.override({ projectRoot, agentId }).then(
      ({ override: found }) => setOverride(found ?? {}),
      (error: Error) => setFailure(error.message),
    );
  }, [projectRoot, agentId]);
  if (override === null) return failure === null ? null : <p className={styles.hint}>{failure}</p>;
  const change = (what: AgentOverride) => setOverride({ ...override, ...what });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    client.settings.setOverride({ projectRoot, agentId, ...override }).then(
      () => showToast("Saved"),
      (error: Error) => setFailure(isCancelled(error) ? null : error.message),
    );
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <div className={own.two}>
        <TextField
          label="Model"
          value={override.model ?? ""}
          placeholder="Agent default"
          onChange={({ target }) => change({ model: target.value === "" ? undefined : target.value })}
        />
        <Select
          label="Permission mode"
          isNamed
          value={override.permissionMode ?? ""}
          onChange={(mode) => change({ permissionMode: mode === "" ? undefined : (mode as PermissionMode) })}
        >
          <option value="">Agent default</option>
          {permissionModes.map((id) => (
            <option key={id} value={id}>
              {modeNames[id].name}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        aria-label="Instructions"
        value={override.instructions ?? ""}
        placeholder="Additional instructions in this project"
        onChange={({ target }) => change({ instructions: target.value === "" ? undefined : target.value })}
      />
      <label className={own.check}>
        <input
          type="checkbox"
          checked={override.enabled !== false}
          onChange={({ target }) => change({ enabled: target.checked ? undefined : false })}
        />
        Enabled in this project
      </label>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button look="primary" type="submit" className={own.save}>
        Save
      </Button>
    </form>
  );
}
