import {
  type AgentApp,
  type AgentContext,
  agent,
  type ClientCapabilities,
  type ContentBlock,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { Client, SessionRow } from "@polylog/client";
import { defined } from "@polylog/core";
import { version } from "../version.ts";
import { configOptions, modeState } from "./config-options.ts";
import { EditorSession } from "./editor-session.ts";
import { readPrompt } from "./read-prompt.ts";

export interface AcpAgentOptions {
  readonly client: Client;
  /** The agent for new sessions. If omitted, the server chooses. */
  readonly agentId?: string | undefined;
}

/** Polylog as an editor's agent. Its sessions are the server's, with the same log, queue and asks. */
export class AcpAgent {
  readonly app: AgentApp;
  private readonly options: AcpAgentOptions;
  private readonly sessions = new Map<string, EditorSession>();
  private capabilities: ClientCapabilities = {};

  constructor(options: AcpAgentOptions) {
    this.options = options;
    this.app = this.register(agent({ name: "polylog" }));
  }

  close(): void {
    for (const session of this.sessions.values()) session.close();
    this.sessions.clear();
  }

  private register(app: AgentApp): AgentApp {
    return app
      .onRequest("initialize", ({ params }) => {
        this.capabilities = params.clientCapabilities ?? {};
        return introduction;
      })
      .onRequest("authenticate", () => ({}))
      .onRequest("session/new", async ({ params, client }) => {
        const { agentId } = this.options;
        const row = await this.options.client.sessions.create({ projectRoot: params.cwd, agentId });
        await this.open(client, row, "load");
        return { sessionId: row.sessionId, ...(await this.choices(row.sessionId)) };
      })
      .onRequest("session/load", async ({ params, client }) => {
        await this.open(client, await this.row(params.sessionId), "load");
        return this.choices(params.sessionId);
      })
      .onRequest("session/resume", async ({ params, client }) => {
        await this.open(client, await this.row(params.sessionId), "skip");
        return this.choices(params.sessionId);
      })
      .onRequest("session/fork", readSessionId, async ({ params, client }) => {
        const row = await this.options.client.sessions.fork({ sessionId: params.sessionId });
        await this.open(client, row, "skip");
        return { sessionId: row.sessionId, ...(await this.choices(row.sessionId)) };
      })
      .onRequest("session/list", async ({ params }) => {
        const { cwd, cursor } = params;
        const page = await this.options.client.sessions.list({
          ...defined({ projectRoot: cwd, cursor }),
        });
        return { sessions: page.sessions.map(listed), nextCursor: page.next };
      })
      .onRequest("session/close", ({ params }) => {
        this.sessions.get(params.sessionId)?.close();
        this.sessions.delete(params.sessionId);
        return {};
      })
      .onRequest("session/set_mode", async ({ params }) => {
        await this.setMode(params.sessionId, params.modeId);
        return {};
      })
      .onRequest("session/set_config_option", async ({ params }) => {
        const { sessionId, configId, value } = params;
        await this.set(sessionId, configId, String(value));
        const { configOptions: options } = await this.choices(sessionId);
        return { configOptions: options };
      })
      .onRequest("session/prompt", async ({ params }) => {
        const { text, images } = readPrompt(params.prompt);
        return this.session(params.sessionId).prompt(text, images);
      })
      .onRequest("_session/steering", readSteering, async ({ params }) => {
        const { text, images } = readPrompt(params.prompt);
        await this.session(params.sessionId).steer(text, images);
        return { outcome: "injected" };
      })
      .onNotification("session/cancel", ({ params }) => this.session(params.sessionId).cancel());
  }

  private async row(sessionId: string): Promise<SessionRow> {
    try {
      return await this.options.client.sessions.get({ sessionId });
    } catch {
      // The protocol has a single error for an unreadable session.
      throw RequestError.resourceNotFound(sessionId);
    }
  }

  private session(sessionId: string): EditorSession {
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw RequestError.resourceNotFound(sessionId);
    return session;
  }

  private async open(editor: AgentContext, row: SessionRow, how: "load" | "skip"): Promise<void> {
    const { sessionId, projectRoot, agentId } = row;
    this.sessions.get(sessionId)?.close();
    const session = new EditorSession({
      ...{ client: this.options.client, editor, sessionId, projectRoot },
      agentId: agentId ?? this.options.agentId ?? null,
      hasForms: this.capabilities.elicitation?.form != null,
      sendsSubagents: this.capabilities._meta?.["subagent-transcript"] === true,
      // The editor may have disconnected and no longer needs the update.
      onChoices: (changed) => this.sendChoices(changed).catch(() => undefined),
    });
    this.sessions.set(sessionId, session);
    await session.open(how);
  }

  private async choices(sessionId: string) {
    const { conversation, agentId, chosenMode, projectRoot } = this.session(sessionId);
    const agents = await this.options.client.agents.list({ projectRoot });
    const state = agentId === null ? undefined : conversation.agents.get(agentId);
    const modes = modeState(state, chosenMode);
    return { modes, configOptions: configOptions(agents, agentId, state, modes) };
  }

  private async sendChoices(session: EditorSession): Promise<void> {
    if (this.sessions.get(session.sessionId) !== session) return;
    const { configOptions: options } = await this.choices(session.sessionId);
    session.notify({ sessionUpdate: "config_option_update", configOptions: options });
  }

  private async set(sessionId: string, configId: string, value: string): Promise<void> {
    const session = this.session(sessionId);
    switch (configId) {
      case "mode":
        return this.setMode(sessionId, value);
      case "agent":
        session.agentId = value;
        return;
      case "model":
        await this.options.client.sessions.change({ sessionId, modelId: value });
        return;
      default:
        throw RequestError.invalidParams({ details: `Unknown option: ${configId}.` });
    }
  }

  private async setMode(sessionId: string, modeId: string): Promise<void> {
    const session = this.session(sessionId);
    const { client } = this.options;
    client.confirmWith((confirmation) => session.confirm(confirmation));
    await client.sessions.change({ sessionId, modeId });
    session.chosenMode = modeId;
  }
}

const introduction = {
  protocolVersion: 1,
  agentInfo: { name: "polylog", title: "Polylog", version },
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, embeddedContext: true },
    sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {} },
  },
  authMethods: [],
  _meta: { steering: { supported: true } },
};

function listed({ sessionId, projectRoot, title, updatedTs }: SessionRow) {
  return { sessionId, cwd: projectRoot, title, updatedAt: new Date(updatedTs).toISOString() };
}

function readSessionId(params: unknown): { readonly sessionId: string } {
  const { sessionId } = params as { sessionId?: unknown };
  if (typeof sessionId !== "string") throw RequestError.invalidParams({ details: "sessionId is required." });
  return { sessionId };
}

function readSteering(params: unknown): { readonly sessionId: string; readonly prompt: ContentBlock[] } {
  const { prompt } = params as { prompt?: unknown };
  if (!Array.isArray(prompt)) throw RequestError.invalidParams({ details: "prompt is required." });
  return { ...readSessionId(params), prompt: prompt as ContentBlock[] };
}
