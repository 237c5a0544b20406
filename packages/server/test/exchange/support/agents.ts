import type { PolylogEvent } from "@polylog/core";
import type { Client } from "../../reliability/support/client.ts";
import { Follower } from "../../reliability/support/follower.ts";
import { type Home, makeHome, type ScriptedAgent } from "../../reliability/support/home.ts";
import { type ServerHere, startHere } from "../../reliability/support/server-here.ts";

/** Scripted agents that message each other, on a server that tests use from outside. */
export interface Stage {
  readonly home: Home;
  readonly server: ServerHere;
  readonly client: Client;
}

export type Steps = readonly Readonly<Record<string, unknown>>[];

/** An agent with different steps for each word found in its prompt; otherwise it says "heard". */
export function agent(
  byWord: Readonly<Record<string, Steps>> = {},
  fallback: Steps = [{ text: "heard" }],
): ScriptedAgent {
  const prompts = Object.entries(byWord).map(([match, steps]) => ({ match, steps }));
  return { script: { prompts, default: fallback } };
}

export function message(
  agentId: string,
  content: string,
  more: object = {},
): Readonly<Record<string, unknown>> {
  return { own: { name: "agents_message", input: { agentId, content, ...more } } };
}

export async function openStage(agents: Readonly<Record<string, ScriptedAgent>>): Promise<Stage> {
  const home = makeHome(agents);
  const server = await startHere(home);
  return { home, server, client: server.client };
}

type Named<T> = Extract<PolylogEvent, { type: T }>;

/** One session as a screen follows it. */
export class Talk {
  readonly client: Client;
  readonly sessionId: string;
  readonly follower: Follower;

  /** Sends a text to an agent in a new session. */
  static async begin(client: Client, agentId: string, text: string): Promise<Talk> {
    const { session_id } = await client.chat(text, { agent_id: agentId });
    return Talk.of(client, session_id);
  }

  static async of(client: Client, sessionId: string): Promise<Talk> {
    return new Talk(client, sessionId, await Follower.open(client, sessionId));
  }

  constructor(client: Client, sessionId: string, follower: Follower) {
    this.client = client;
    this.sessionId = sessionId;
    this.follower = follower;
  }

  when<T extends PolylogEvent["type"]>(type: T, isIt?: (event: Named<T>) => boolean): Promise<Named<T>> {
    return this.follower.whenEvent(type, isIt);
  }

  /** The end of its n-th run, without child runs. */
  async whenEnded(count = 1): Promise<Named<"run_ended">> {
    const own = () => this.all("run_started").map(({ runId }) => runId);
    await this.when("run_started", () => own().length >= count);
    const runId = own()[count - 1];
    return this.when("run_ended", (event) => event.runId === runId);
  }

  all<T extends PolylogEvent["type"]>(type: T): Named<T>[] {
    return this.follower.events.filter((event): event is Named<T> => event.type === type);
  }

  /** The results of the session's own tool calls. */
  results(toolName = "agents_message"): Record<string, unknown>[] {
    const own = new Set(this.all("run_started").map(({ runId }) => runId));
    return this.all("tool_result")
      .filter((event) => event.toolName === toolName && own.has(event.runId))
      .map(({ result, error }) => (result === undefined ? { error } : JSON.parse(result)));
  }
}

/** Waits until a condition is true. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function sessionsOf(client: Client, agentId: string): Promise<string[]> {
  const { sessions } = await client.get<{ sessions: { session_id: string; agent_id: string }[] }>(
    "/api/sessions?limit=200",
  );
  return sessions.filter((row) => row.agent_id === agentId).map(({ session_id }) => session_id);
}
