import type { AgentConnection, Backend, EventBody, StartOptions } from "@polylog/core";
import { describeExit } from "../connection/backend-exited.ts";
import { everyCapability } from "../connection/capabilities.ts";
import { failedConnection } from "../connection/failed-connection.ts";
import { isNativeId } from "../native-store/native-id.ts";
import { POLYLOG_SERVER } from "../polylog-tools/tool-name.ts";
import { startProcess } from "../process/start-process.ts";
import { untrustedNotice } from "../project/untrusted-project.ts";
import {
  type ClaudeOptions,
  programArguments,
  programEnvironment,
  readOptions,
  untrustedEnvironment,
} from "./arguments.ts";
import { limits } from "./limits.ts";
import { claudeSessions } from "./native-sessions.ts";
import { ClaudeSession } from "./session.ts";
import { readMeta } from "./session-meta.ts";

/** Runs the Claude Code that the user has installed: one process per session, over stdio. */
export const claudeBackend: Backend = {
  name: "claude",
  capabilities: { ...everyCapability, steerSubagent: false },
  native: claudeSessions,
  start: async (options) => {
    const { agentId, settings, resume } = options;
    const read = readOptions(settings);
    if (!read.success) {
      const [issue] = read.error.issues;
      const message = `Invalid options for ${agentId}: ${issue?.path.join(".")} ${issue?.message}`;
      return failedConnection(agentId, { code: "bad_options", message });
    }
    const first =
      resume === undefined || isNativeId(resume) ? await open(options, read.data, resume) : noSession;
    if (first.ok || !first.hasNoSession)
      return first.ok ? first.session : failedConnection(agentId, first.failure);
    const fresh = await open(options, read.data, undefined);
    if (!fresh.ok) return failedConnection(agentId, fresh.failure);
    const text =
      "Claude Code no longer has this session. It continues without memory of the earlier conversation.";
    void fresh.session.emit({ type: "notice", level: "warning", text, code: "session_lost", agentId });
    return fresh.session;
  },
};

type OpenResult =
  | { readonly ok: true; readonly session: ClaudeSession & AgentConnection }
  | {
      readonly ok: false;
      readonly failure: { readonly code: string; readonly message: string };
      readonly hasNoSession: boolean;
    };

const noSession: OpenResult = {
  ok: false,
  failure: { code: "program_not_started", message: "Claude Code no longer has this session." },
  hasNoSession: true,
};

async function open(
  { agentId, projectRoot, settings, host }: StartOptions,
  options: ClaudeOptions,
  resume: string | undefined,
): Promise<OpenResult> {
  const trusted = await host.trusted();
  const started = await startProcess({
    command: settings.command ?? "claude",
    args: programArguments(settings, options, { resume, projectRoot, trusted }),
    cwd: projectRoot,
    env: { ...programEnvironment(settings, process.env), ...(trusted ? {} : untrustedEnvironment) },
  });
  if (!started.ok) return { ok: false, failure: started.failure, hasNoSession: false };
  const { permissionMode: mode = "ask" } = settings;
  const session = new ClaudeSession(
    started.process,
    { agentId, mode, resumed: resume !== undefined },
    host.tools,
  );
  const overdue = setTimeout(() => void started.process.stop(), limits.startMs);
  const servers = host.tools === null ? {} : { sdkMcpServers: [POLYLOG_SERVER] };
  const initialize = { subtype: "initialize", hooks: {}, forwardSubagentText: true, ...servers };
  const reply = await session.request(initialize);
  clearTimeout(overdue);
  if (reply.ok) {
    const meta: EventBody = { type: "session_meta", ...readMeta(reply.response), agentId };
    void session.emit(meta);
    const notice = trusted
      ? null
      : await untrustedNotice(projectRoot, { agentId, name: "Claude Code", agent: "claude", host });
    if (notice !== null) void session.emit(notice);
    return { ok: true, session };
  }
  const exit = await session.ended;
  const message = describeExit("Claude Code", exit);
  const hasNoSession = resume !== undefined && /No conversation found/i.test(exit.stderrTail);
  return { ok: false, failure: { code: "program_not_started", message }, hasNoSession };
}
