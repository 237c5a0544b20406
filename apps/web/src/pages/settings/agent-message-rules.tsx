import { type AgentPolicy, mayWrite, type PolicyRule } from "@polylog/core";
import { ArrowRight, Plus, X } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useAgents } from "../../data/agents.ts";
import { client } from "../../data/client.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.tsx";
import rules from "./agent-message-rules.module.css";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

/** Sets which agents of a project can message each other. */
export function AgentMessageRules({ projectRoot }: { readonly projectRoot: string }) {
  const [policy, setPolicy] = useState<AgentPolicy | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    client.agents.policy({ projectRoot }).then(
      ({ policy }) => setPolicy(policy),
      (error: Error) => setFailure(error.message),
    );
  }, [projectRoot, attempt]);
  const again = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return (
    <section className={styles.group} aria-labelledby="talk-heading">
      <h3 id="talk-heading" className={own.subheading}>
        Messages between agents
      </h3>
      <p className={styles.hint}>
        With an allow rule, only allowed messages are delivered. Deny rules win over allow rules.
      </p>
      {policy === null && failure === null && <Spinner label="Loading" />}
      {policy === null && failure !== null && (
        <p role="alert" className={own.problem}>
          Could not load the rules: {failure}{" "}
          <Button size="small" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      {policy !== null && <RulesForm projectRoot={projectRoot} before={policy} />}
    </section>
  );
}

interface Row extends PolicyRule {
  readonly key: number;
  readonly may: "allow" | "deny";
}

function RulesForm({ projectRoot, before }: { readonly projectRoot: string; readonly before: AgentPolicy }) {
  const { agents } = useAgents();
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(before));
  const [saved, setSaved] = useState(before);
  const [failure, setFailure] = useState<string | null>(null);
  const policy = policyOf(rows);
  const ids = idsOf(
    agents.filter(({ available }) => available).map(({ id }) => id),
    rows,
  );
  const change = (key: number, to: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, from: "*", to: ids[0] ?? "*", may: "deny" }]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    client.agents.setPolicy({ projectRoot, ...policy }).then(
      ({ policy: kept }) => {
        setSaved(kept);
        showToast("Saved");
      },
      (error: Error) => setFailure(error.message),
    );
  };
  return (
    <form className={own.form} onSubmit={submit}>
      {rows.length === 0 && <p className={styles.hint}>No rules. Any agent can message any other.</p>}
      <ol className={rules.rows}>
        {rows.map(({ key, from, to, may }, index) => (
          <li key={key} className={rules.row}>
            <AgentSelect
              label={`Rule ${index + 1}: from`}
              value={from}
              ids={ids}
              onChange={(id) => change(key, { from: id })}
            />
            <Select
              label={`Rule ${index + 1}: effect`}
              value={may}
              onChange={(value) => change(key, { may: value === "allow" ? "allow" : "deny" })}
            >
              <option value="allow">can message</option>
              <option value="deny">cannot message</option>
            </Select>
            <AgentSelect
              label={`Rule ${index + 1}: to`}
              value={to}
              ids={ids}
              onChange={(id) => change(key, { to: id })}
            />
            <IconButton
              label={`Remove rule ${index + 1}`}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              <X size={14} />
            </IconButton>
          </li>
        ))}
      </ol>
      <Meaning policy={policy} ids={ids} />
      {failure !== null && (
        <p role="alert" className={own.problem}>
          {failure}
        </p>
      )}
      <div className={rules.actions}>
        <Button onClick={add}>
          <Plus size={14} /> Add rule
        </Button>
        <Button look="primary" type="submit" disabled={isSame(policy, saved)}>
          Save rules
        </Button>
      </div>
    </form>
  );
}

interface AgentSelectProps {
  readonly label: string;
  readonly value: string;
  readonly ids: readonly string[];
  readonly onChange: (id: string) => void;
}

function AgentSelect({ label, value, ids, onChange }: AgentSelectProps) {
  return (
    <Select label={label} value={value} onChange={onChange}>
      <option value="*">Any agent</option>
      {ids.map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </Select>
  );
}

/** The rules, explained by their result. */
function Meaning({ policy, ids }: { readonly policy: AgentPolicy; readonly ids: readonly string[] }) {
  if (policy.allow.length + policy.deny.length === 0 || ids.length < 2) return null;
  return (
    <dl className={rules.meaning} aria-label="Result of the rules">
      {ids.map((from) => {
        const others = ids.filter((to) => to !== from);
        const open = others.filter((to) => mayWrite(policy, from, to));
        return (
          <div key={from} className={rules.line}>
            <dt>
              {from} <ArrowRight size={12} aria-label="can message" role="img" />
            </dt>
            <dd data-none={open.length === 0}>
              {open.length === 0
                ? "no agent"
                : open.length === others.length
                  ? "all others"
                  : open.join(", ")}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function rowsOf({ allow, deny }: AgentPolicy): readonly Row[] {
  const named = [
    ...allow.map((rule) => ({ ...rule, may: "allow" as const })),
    ...deny.map((rule) => ({ ...rule, may: "deny" as const })),
  ];
  return named.map((rule, key) => ({ ...rule, key }));
}

function policyOf(rows: readonly Row[]): AgentPolicy {
  const of = (may: Row["may"]) => rows.filter((row) => row.may === may).map(({ from, to }) => ({ from, to }));
  return { allow: of("allow"), deny: of("deny") };
}

/** The agents on this machine, and those that a rule names. */
function idsOf(here: readonly string[], rows: readonly Row[]): readonly string[] {
  return [...new Set([...here, ...rows.flatMap(({ from, to }) => [from, to])])].filter((id) => id !== "*");
}

function isSame(a: AgentPolicy, b: AgentPolicy): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
