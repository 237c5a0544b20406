import type { SessionChange, SessionRow } from "@polylog/client";
import { messageOf, modeNames, permissionModes } from "@polylog/core";
import { type FormEvent, useId, useState } from "react";
import { useAgents } from "../data/agents.ts";
import { client } from "../data/client.ts";
import { isCancelled } from "../data/confirmations.ts";
import { lastAgent, lastProject } from "../data/last-choices.ts";
import { putRow, useSessions } from "../data/sessions.ts";
import { agentDescription, agentFacts } from "../format/agent-description.ts";
import { ProjectField } from "../projects/project-field.tsx";
import { useDefaultFolder } from "../projects/use-default-folder.ts";
import { useFolderCheck } from "../projects/use-folder-check.ts";
import { go } from "../routing/router.ts";
import { useStore } from "../store/store.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { NativeSessions } from "./native-sessions.tsx";
import styles from "./new-session-dialog.module.css";

/** Starts a session with all settings chosen before its first message. */
export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { agents } = useAgents();
  const known = useStore(lastAgent);
  const ready = agents.filter(({ available }) => available);
  const [picked, setPicked] = useState<string | null>(null);
  const agent = ready.find(({ id }) => id === (picked ?? known)) ?? ready[0];
  const usual = useDefaultFolder(agent ?? null);
  const [typed, setProject] = useState<string | null>(null);
  const project = typed ?? usual;
  const [model, setModel] = useState("");
  const [mode, setMode] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const check = useFolderCheck(project);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (agent === undefined || check.state !== "there") return;
    setMaking(true);
    setFailure(null);
    try {
      const row = await client.sessions.create({ projectRoot: project.trim(), agentId: agent.id });
      lastAgent.set(agent.id);
      if (project.trim() !== agent.projectRoot) lastProject.set(project.trim());
      const wanted = {
        ...(mode === "" ? {} : { modeId: mode }),
        ...(model.trim() === "" ? {} : { modelId: model.trim() }),
      };
      putRow(mode + model.trim() === "" ? row : await changed(row, wanted));
      onClose();
      go({ page: "session", sessionId: row.sessionId, target: null });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setMaking(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="New session" width="wide">
      <form onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.agents}>
          <legend className={styles.legend}>Agent</legend>
          {ready.map((each) => (
            <label key={each.id} className={styles.agent} data-chosen={each.id === agent?.id}>
              <input
                type="radio"
                name="agent"
                checked={each.id === agent?.id}
                onChange={() => setPicked(each.id)}
              />
              <AgentGlyph agentId={each.id} size={28} />
              <span className={styles.about}>
                <span className={styles.name}>{each.id}</span>
                <span className={styles.detail}>{agentDescription(each)}</span>
                {agentFacts(each) !== "" && <span className={styles.detail}>{agentFacts(each)}</span>}
              </span>
            </label>
          ))}
          {ready.length === 0 && (
            <p className={styles.detail}>No agent is ready. Open Settings → Agents to see what is missing.</p>
          )}
        </fieldset>
        <ProjectField value={project} check={check} onChange={setProject} />
        <div className={styles.two}>
          <ModelField agentId={agent?.id ?? null} own={agent?.model} value={model} onChange={setModel} />
          <Select label="Permission mode" isNamed value={mode} onChange={setMode}>
            <option value="">Agent default</option>
            {permissionModes.map((id) => (
              <option key={id} value={id}>
                {modeNames[id].name}: {modeNames[id].detail}
              </option>
            ))}
          </Select>
        </div>
        {failure !== null && <p role="alert">{failure}</p>}
        {check.state === "there" && <NativeSessions projectRoot={project.trim()} onClose={onClose} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            disabled={agent === undefined || check.state !== "there" || isMaking}
          >
            Start session
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ModelFieldProps {
  readonly agentId: string | null;
  readonly own: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An agent reports its models when it runs. Before that, the models that it has used are offered. */
function ModelField({ agentId, own, value, onChange }: ModelFieldProps) {
  const listId = useId();
  const { rows } = useSessions();
  const used = new Set(
    rows.flatMap((row) => (row.agentId === agentId && row.model !== null ? [row.model] : [])),
  );
  return (
    <>
      <TextField
        label="Model"
        value={value}
        list={listId}
        placeholder={own ?? "Agent default"}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {[...used].map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}

/** If full access is declined, the session keeps its initial mode. */
function changed(row: SessionRow, wanted: SessionChange): Promise<SessionRow> {
  return client.sessions.change({ sessionId: row.sessionId, ...wanted }).catch((error: unknown) => {
    if (isCancelled(error)) return row;
    throw error;
  });
}
