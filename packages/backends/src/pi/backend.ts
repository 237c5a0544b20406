import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { AgentConnection, Backend, BackendHost, StartOptions } from "@polylog/core";
import { describeExit } from "../connection/backend-exited.ts";
import { everyCapability } from "../connection/capabilities.ts";
import { failedConnection } from "../connection/failed-connection.ts";
import type { Native } from "../connection/native-value.ts";
import { isNativeId } from "../native-store/native-id.ts";
import { polylogToolName } from "../polylog-tools/tool-name.ts";
import { childEnvironment } from "../process/environment.ts";
import { findProgram } from "../process/find-program.ts";
import { startProcess } from "../process/start-process.ts";
import { untrustedFailure, untrustedNotice } from "../project/untrusted-project.ts";
import { invalidSettings, programArguments, programEnvironment } from "./arguments.ts";
import { TOOLS_FILE } from "./extension/guard.ts";
import { limits } from "./limits.ts";
import { piSessions } from "./native-sessions.ts";
import type { Reply } from "./program.ts";
import { PiSession } from "./session.ts";
import { readMeta } from "./session-meta.ts";
import { installedVersion, isAtLeast087, versionNotice } from "./version.ts";

/** Runs the Pi that the user has installed: one process per session, in its RPC mode. */
export const piBackend: Backend = {
  name: "pi",
  capabilities: {
    ...everyCapability,
    plan: false,
    subagents: false,
    cancelSubagent: false,
    steerSubagent: false,
  },
  native: piSessions,
  start: async (options) => {
    const { agentId, settings, resume } = options;
    const wrong = invalidSettings(settings);
    if (wrong !== null) {
      return failedConnection(agentId, {
        code: "bad_options",
        message: `Invalid settings for ${agentId}: ${wrong}`,
      });
    }
    const opened = await open(options);
    if (!opened.ok) return failedConnection(agentId, opened.failure);
    const { session, state } = opened;
    await introduce(session, state, agentId);
    if (resume !== undefined && state.messageCount === 0) {
      const text = "Pi no longer has this session. It continues without memory of the earlier conversation.";
      void session.emit({ type: "notice", level: "warning", text, code: "session_lost", agentId });
    }
    return session satisfies AgentConnection;
  },
};

type OpenResult =
  | { readonly ok: true; readonly session: PiSession; readonly state: Native }
  | { readonly ok: false; readonly failure: { readonly code: string; readonly message: string } };

async function open({ agentId, projectRoot, settings, resume, host }: StartOptions): Promise<OpenResult> {
  const { command = "pi", permissionMode: mode = "ask" } = settings;
  const env = programEnvironment(settings, process.env);
  const found = await findProgram(command, childEnvironment(process.env, env).PATH ?? "");
  if (!found.ok) return found;
  const facts = {
    version: await installedVersion(found.file),
    resume: resume !== undefined && isNativeId(resume) ? resume : undefined,
    trusted: await host.trusted(),
  };
  if (!facts.trusted && !isAtLeast087(facts.version)) {
    // Older versions have no option to ignore the project's resources.
    const failure = await untrustedFailure(projectRoot, { name: "Pi", agent: "pi", host });
    if (failure !== null) return { ok: false, failure };
  }
  const started = await startProcess({
    command,
    args: programArguments(settings, facts),
    cwd: projectRoot,
    env: { ...env, ...(await toolsFile(host)) },
  });
  if (!started.ok) return started;
  const session = new PiSession(started.process, { agentId, mode, unique: randomUUID() }, host.tools);
  const overdue = setTimeout(() => void started.process.stop(), limits.startMs);
  const reply = await session.readState();
  clearTimeout(overdue);
  if (!reply.ok) {
    const message = describeExit("Pi", await session.ended);
    return { ok: false, failure: { code: "program_not_started", message } };
  }
  if (session.version !== null) {
    const starting = { agentId, name: "Pi", agent: "pi", host };
    const notice = facts.trusted ? null : await untrustedNotice(projectRoot, starting);
    if (notice !== null) void session.emit(notice);
    return { ok: true, session, state: reply.data };
  }
  // Without the extension, Pi would not request any permission.
  await session.close();
  const message =
    "Pi was stopped because it did not load Polylog's extension, which requests permission for tool calls.";
  return { ok: false, failure: { code: "extension_not_loaded", message } };
}

/** The extension reads its tools from this file when Pi loads it. The same tools produce the same file. */
async function toolsFile({ tools, dataFolder }: BackendHost): Promise<Record<string, string>> {
  if (tools === null || tools.list.length === 0) return {};
  const text = JSON.stringify(tools.list.map((tool) => ({ ...tool, name: polylogToolName(tool.name) })));
  const hash = createHash("sha256").update(text).digest("hex").slice(0, limits.toolsHashChars);
  const file = path.join(dataFolder, `tools-${hash}.json`);
  await writeFile(file, text, { mode: 0o600 });
  return { [TOOLS_FILE]: file };
}

async function introduce(session: PiSession, state: Native, agentId: string): Promise<void> {
  const [models, commands] = await Promise.all([
    session.request({ type: "get_available_models" }),
    session.request({ type: "get_commands" }),
  ]);
  void session.emit(readMeta(state, dataOf(models), dataOf(commands), agentId));
  const notice = versionNotice(session.version ?? "");
  if (notice === null) return;
  void session.emit({ type: "notice", level: "warning", text: notice, code: "untested_version", agentId });
}

function dataOf(reply: Reply): Native {
  return reply.ok ? reply.data : {};
}
