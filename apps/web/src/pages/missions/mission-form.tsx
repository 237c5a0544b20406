import type { Mission } from "@polylog/client";
import { type FormEvent, useState } from "react";
import { amountIn } from "../../budgets/budget-amounts.ts";
import { useAgents } from "../../data/agents.ts";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { intervals } from "./intervals.ts";
import styles from "./missions-page.module.css";

interface MissionFormProps {
  readonly projectRoot: string;
  readonly before: Mission | undefined;
  readonly onDone: () => void;
}

export function MissionForm({ projectRoot, before, onDone }: MissionFormProps) {
  const { agents } = useAgents();
  const [text, setText] = useState(before?.text ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(before?.agentIds ?? [before?.agentId ?? []].flat());
  const [interval, setInterval] = useState(String(before?.intervalSeconds ?? ""));
  const [budget, setBudget] = useState(String(before?.budget?.costUsd ?? ""));
  const [tokens, setTokens] = useState(String(before?.budget?.tokens ?? ""));
  const [most, setMost] = useState(String(before?.maxTriggers ?? ""));
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [costUsd, mostTokens] = [amountIn(budget), amountIn(tokens)];
    if (costUsd === null || mostTokens === null)
      return setFailure("Enter a budget above 0, such as 2.50 or 50k.");
    const mission = {
      text: text.trim(),
      agentIds: chosen.length === 0 ? undefined : chosen,
      intervalSeconds: numberIn(interval),
      maxTriggers: numberIn(most),
      budget: costUsd == null && mostTokens == null ? undefined : { costUsd, tokens: mostTokens },
    };
    client.missions
      .set({ projectRoot, ...mission })
      .then(onDone, (error: Error) => setFailure(error.message));
  };
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <form className={styles.card} onSubmit={submit}>
      <label className={styles.label} htmlFor="mission-text">
        {before === undefined ? "Goal" : "New goal"}
      </label>
      <TextArea
        id="mission-text"
        value={text}
        rows={4}
        placeholder="Keep the tests green and the dependencies up to date."
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className={styles.agents}>
        <legend className={styles.label}>Agents</legend>
        <p className={styles.hint}>If none is selected, the default agent works on the mission.</p>
        {agents
          .filter(({ available }) => available)
          .map(({ id }) => (
            <label key={id} className={styles.agent}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              {id}
            </label>
          ))}
      </fieldset>
      <div className={styles.fields}>
        <TextField
          label="Budget (dollars)"
          inputMode="decimal"
          value={budget}
          placeholder="No limit"
          onChange={({ target }) => setBudget(target.value)}
        />
        <TextField
          label="Budget (tokens)"
          value={tokens}
          placeholder="No limit"
          onChange={({ target }) => setTokens(target.value)}
        />
        <TextField
          label="Maximum prompts"
          inputMode="numeric"
          value={most}
          placeholder="100"
          onChange={({ target }) => setMost(target.value)}
        />
        <Select label="Prompt when idle" isNamed value={interval} onChange={setInterval}>
          {intervals.map(({ seconds, name }) => (
            <option key={name} value={seconds ?? ""}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.submit}>
        <Button look="primary" type="submit" disabled={text.trim() === ""}>
          Set mission
        </Button>
      </div>
      {failure !== null && <p role="alert">{failure}</p>}
    </form>
  );
}

function numberIn(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}
