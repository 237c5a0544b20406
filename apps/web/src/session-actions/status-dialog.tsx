import type { SessionHandle } from "@polylog/client";
import { type Conversation, liveRun, mcpName, modeLabel } from "@polylog/core";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { useSessionHandle } from "../data/session/use-session-handle.ts";
import { sessionRow } from "../data/sessions.ts";
import { plural } from "../format/format.ts";
import { stateNames } from "../format/session-status.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./session-dialogs.module.css";

type Facts = readonly (readonly [name: string, value: string])[];

interface FactsDialogProps {
  readonly sessionId: string;
  readonly title: string;
  /** Shown if the list is empty. */
  readonly none: string;
  readonly read: (handle: SessionHandle) => Facts | Promise<Facts>;
  readonly onClose: () => void;
}

/** Facts about a session, one per line. */
function FactsDialog({ sessionId, title, none, read, onClose }: FactsDialogProps) {
  const handle = useSessionHandle(sessionId);
  const [facts, setFacts] = useState<Facts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (handle === null) return;
    Promise.resolve(read(handle)).then(setFacts, (error: Error) => setFailure(error.message));
  }, [handle, read]);
  return (
    <Dialog open onClose={onClose} title={title}>
      {failure !== null && <p role="alert">{failure}</p>}
      {facts === null && failure === null && <Spinner label="Loading" />}
      {facts?.length === 0 && <p>{none}</p>}
      <dl className={styles.facts}>
        {facts?.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

type OfSession = Pick<FactsDialogProps, "sessionId" | "onClose">;

export function StatusDialog(props: OfSession) {
  return <FactsDialog {...props} title="Status" none="" read={statusOf} />;
}

function statusOf({ sessionId, conversation }: SessionHandle): Facts {
  const row = sessionRow(sessionId);
  const agentId = row?.agentId ?? conversation.runs.at(-1)?.agentId ?? null;
  const agent = conversation.agents.get(agentId ?? "");
  const run = liveRun(conversation);
  const model = agent?.currentModelId ?? conversation.runs.at(-1)?.model ?? row?.model ?? null;
  const mode = agent === undefined ? null : modeLabel(agent);
  return [
    ["Session", sessionId],
    ["Title", conversation.title ?? "None"],
    ["Folder", row?.projectRoot ?? "Unknown"],
    ["Agent", agentId ?? "Default agent"],
    ["Model", model ?? "Agent default"],
    ["Mode", mode ?? "Agent default"],
    ["State", row === undefined ? "Unknown" : stateNames[row.status]],
    ["Current run", run === null ? "None" : run.runId],
    ["Queue", plural(agent?.queue.items.length ?? 0, "message")],
    ["Log", `${plural(conversation.seq, "event")}, ${plural(conversation.runs.length, "run")}`],
  ];
}

export function McpDialog(props: OfSession) {
  const none = "No MCP servers configured. Add them under mcp_servers in config.json.";
  return <FactsDialog {...props} title="MCP servers" none={none} read={serversOf} />;
}

/** The configured servers, and their use in this session. */
async function serversOf({ conversation }: SessionHandle): Promise<Facts> {
  const { mcp_servers: servers = {} } = ((await client.settings.get()) ?? {}) as {
    readonly mcp_servers?: Readonly<Record<string, { readonly command?: string; readonly url?: string }>>;
  };
  const used = usedServers(conversation);
  const names = [...new Set([...Object.keys(servers), ...used.keys()])].sort();
  return names.map((name) => {
    const what = servers[name]?.command ?? servers[name]?.url ?? "from the agent or the project";
    return [name, `${what} · ${used.get(name) ?? "not used in this session"}`];
  });
}

function usedServers({ main, lanes }: Conversation): ReadonlyMap<string, string> {
  const calls = new Map<string, number>();
  const told = new Map<string, string>();
  for (const { entries } of [main, ...lanes.slice()]) {
    for (const entry of entries) {
      const server = entry.kind === "tool_call" ? mcpName(entry.toolName)?.server : undefined;
      if (entry.kind !== "tool_call" || server === undefined) continue;
      calls.set(server, (calls.get(server) ?? 0) + 1);
      const count = plural(calls.get(server) ?? 0, "call");
      told.set(server, entry.error === null ? count : `${count}, the last failed`);
    }
  }
  return told;
}
