import { type Conversation, defined, type EventBody, type Failure, type PolylogToolset } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import { type AcpOptions, mcpServers } from "../options.ts";
import { logIn } from "../translate/turn-end.ts";
import type { Reply } from "./program.ts";
import type { AcpSession } from "./session.ts";

/** The data needed to start or resume a session. */
export interface OpenOptions {
  readonly agentId: string;
  readonly name: string;
  readonly projectRoot: string;
  readonly options: AcpOptions;
  readonly command: string;
  readonly resume: string | undefined;
  readonly tools: PolylogToolset | null;
  /** Extra data that the agent receives with each session, or null. */
  readonly meta: Native | null;
  conversation(): Conversation;
}

export type OpenResult = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

const AUTH_REQUIRED = -32000;

/** Our client capabilities. Files and terminals only if the settings allow them: most agents have their own. */
function capabilities({ fs = false, terminal = false }: AcpOptions): Native {
  return {
    fs: { readTextFile: fs, writeTextFile: fs },
    terminal,
    elicitation: { form: {} },
    // The command for a login in a terminal is shown to the person.
    auth: { terminal: true },
    subagents: {},
    // Agents that can stream terminal output and report their subagents' text do so only on request.
    _meta: { terminal_output: true, "subagent-transcript": true },
  };
}

export async function initialize(session: AcpSession, { options }: OpenOptions): Promise<Reply> {
  const reply = await session.program.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: capabilities(options),
    clientInfo: { name: "polylog", title: "Polylog", version: "0.1.0" },
  });
  // The draft of the next protocol version uses shorter names.
  if (reply.ok) {
    const { info, capabilities: abilities } = reply.result;
    session.introduced({ agentInfo: info, agentCapabilities: abilities, ...reply.result });
  }
  return reply;
}

/** Resumes, loads or creates a session, whichever works first, and reports lost memory. */
export async function openSession(session: AcpSession, open: OpenOptions): Promise<OpenResult> {
  const { agentId, name, options, projectRoot, resume } = open;
  const { program, agent } = session;
  if (options.auth_method !== undefined) {
    const reply = await program.request("authenticate", { methodId: options.auth_method });
    if (!reply.ok) return failed(session, open, reply);
  }
  const can = recordOf(agent.agentCapabilities);
  const own = (await open.tools?.address()) ?? null;
  const { servers, unreachable } = mcpServers(options, recordOf(can.mcpCapabilities), own);
  if (unreachable.length > 0) {
    const text = `${name} cannot reach these MCP servers: ${unreachable.join(", ")}.`;
    void session.emit(warning(text, "mcp_unreachable", agentId));
  }
  const place = {
    cwd: projectRoot,
    mcpServers: servers,
    ...defined({ _meta: open.meta }),
  };
  if (resume !== undefined && (await resumeSession(session, open, resume, place, can))) return { ok: true };
  const reply = await program.request("session/new", place);
  const sessionId = reply.ok ? nameOf(reply.result.sessionId) : null;
  if (!reply.ok) return failed(session, open, reply);
  if (sessionId === null) return fail("agent_error", `${name} started a session without returning its ID.`);
  session.opened(sessionId, reply.result);
  if (resume !== undefined) {
    const text = `${name} no longer has this session. It continues without memory of the earlier conversation.`;
    void session.emit(warning(text, "session_lost", agentId));
  }
  return { ok: true };
}

async function resumeSession(
  session: AcpSession,
  { agentId, name, conversation }: OpenOptions,
  sessionId: string,
  place: Native,
  can: Native,
): Promise<boolean> {
  const { program } = session;
  if (recordOf(can.sessionCapabilities).resume !== undefined) {
    const reply = await program.request("session/resume", { sessionId, ...place });
    if (reply.ok) {
      session.opened(sessionId, reply.result);
      return true;
    }
  }
  if (can.loadSession !== true) return false;
  session.beginReplay(sessionId);
  const reply = await program.request("session/load", { sessionId, ...place });
  if (!reply.ok) return false;
  const isComplete = (said: string) => remembers(said, conversation());
  const replayed = await session.replayed(isComplete);
  session.opened(sessionId, reply.result);
  if (!isComplete(replayed)) {
    const text = `The history that ${name} loaded differs from this session: the last messages are missing.`;
    void session.emit(warning(text, "history_differs", agentId));
  }
  return true;
}

/** Whether the replay contains the person's last message before the one that starts the agent. */
function remembers(replayed: string, conversation: Conversation): boolean {
  const said = conversation.main.entries
    .slice()
    .flatMap((entry) => (entry.kind === "message" && entry.role === "user" && !entry.hidden ? [entry] : []));
  // The last message is the one that starts the agent.
  const last = said.at(-2)?.body.toString().trim();
  return last === undefined || replayed.includes(last);
}

function failed(
  session: AcpSession,
  { name, command }: OpenOptions,
  reply: Extract<Reply, { ok: false }>,
): OpenResult {
  if (reply.code !== AUTH_REQUIRED)
    return fail("agent_error", `${name} could not start a session: ${reply.message}`);
  const authMethods = recordsOf(session.agent.authMethods);
  return fail("auth_required", logIn(reply.message, { agent: name, command, authMethods }));
}

function fail(code: string, message: string): OpenResult {
  return { ok: false, failure: { code, message } };
}

export function warning(text: string, code: string, agentId: string): EventBody {
  return { type: "notice", level: "warning", text, code, agentId };
}
