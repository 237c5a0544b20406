import { randomUUID } from "node:crypto";
import path from "node:path";
import type { AgentConnection, AgentSettings, Failure, StartOptions } from "@polylog/core";
import { defined, isPermissionMode } from "@polylog/core";
import { describeExit, lastWords } from "../../connection/backend-exited.ts";
import { failedConnection } from "../../connection/failed-connection.ts";
import { nameOf, recordOf } from "../../connection/native-value.ts";
import type { ProcessExit } from "../../process/agent-process.ts";
import { startProcess } from "../../process/start-process.ts";
import { untrustedFailure, untrustedNotice } from "../../project/untrusted-project.ts";
import { knownTraits } from "../agent-traits.ts";
import { limits } from "../limits.ts";
import { type AcpOptions, commandLine, programEnvironment, readOptions } from "../options.ts";
import { type Preset, versionNotice } from "../presets.ts";
import { offeredSettings } from "../translate/session-updates.ts";
import { initialize, type OpenOptions, openSession, warning } from "./open-session.ts";
import { GONE } from "./program.ts";
import { AcpSession } from "./session.ts";

/** Starts one process for one session. */
export async function start(options: StartOptions): Promise<AgentConnection> {
  const { agentId, settings } = options;
  const read = readOptions(settings);
  if (!read.ok) {
    const message = `Invalid settings for ${agentId}: ${read.message}`;
    return failedConnection(agentId, { code: "bad_options", message });
  }
  const started = await startAgent(options, read.options, read.preset);
  return started.ok ? started.session : failedConnection(agentId, started.failure);
}

type Started =
  | { readonly ok: true; readonly session: AgentConnection }
  | { readonly ok: false; readonly failure: Failure };

async function startAgent(
  { agentId, projectRoot, settings, resume, ownMode, host }: StartOptions,
  options: AcpOptions,
  preset: Preset | null,
): Promise<Started> {
  const line = commandLine(settings, preset);
  const command = path.basename(line.command);
  const name = preset?.name ?? command;
  const trusted = await host.trusted();
  const leaveAlone = trusted ? undefined : preset?.leaveAlone;
  if (!trusted && leaveAlone === undefined) {
    const failure = await untrustedFailure(projectRoot, { name, agent: preset?.id, host });
    if (failure !== null) return { ok: false, failure };
  }
  const env = programEnvironment(settings, preset, process.env);
  const started = await startProcess({ ...line, cwd: projectRoot, env });
  if (!started.ok) return started;
  const textMode = options.stream ?? "unknown";
  const mode = settings.permissionMode ?? "ask";
  const polylogTools = host.tools?.list.map((tool) => tool.name) ?? [];
  const session = new AcpSession(started.process, {
    agentId,
    unique: randomUUID(),
    name,
    command,
    projectRoot,
    options,
    textMode,
    mode,
    polylogTools,
  });
  let isOverdue = false;
  const overdue = setTimeout(() => {
    isOverdue = true;
    void started.process.stop();
  }, limits.startMs);
  const open: OpenOptions = {
    ...{ agentId, name, command, projectRoot, options, resume, tools: host.tools },
    meta: leaveAlone?.(projectRoot) ?? null,
    conversation: () => host.conversation(),
  };
  const failure = await openAndConfigure(session, open, settings, ownMode ?? null);
  clearTimeout(overdue);
  if (failure === null) {
    introduce(session, preset, agentId);
    const notice = trusted
      ? null
      : await untrustedNotice(projectRoot, { agentId, name, agent: preset?.id, host });
    if (notice !== null) void session.emit(notice);
    return { ok: true, session };
  }
  await session.close();
  return { ok: false, failure: isOverdue ? tookTooLong(name, await session.ended) : failure };
}

/** Polylog stopped the process, so its exit signal is not the reason. */
function tookTooLong(name: string, exit: ProcessExit): Failure {
  const tooLong = `${name} took longer than ${limits.startMs / 1000} seconds to start and was stopped.`;
  const message = `${tooLong} Try again when the machine is less busy.${lastWords(exit)}`;
  return { code: "program_not_started", message };
}

/** Null if it succeeded. */
async function openAndConfigure(
  session: AcpSession,
  open: OpenOptions,
  settings: AgentSettings,
  ownMode: string | null,
): Promise<Failure | null> {
  const { agentId, name } = open;
  const first = await initialize(session, open);
  if (!first.ok && first.code !== GONE) {
    return { code: "agent_error", message: `${name} failed to initialize ACP: ${first.message}` };
  }
  const opened = first.ok ? await openSession(session, open) : null;
  if (opened?.ok === false) {
    if (opened.failure.code === "auth_required") return opened.failure;
    const exit = await exitOf(session);
    return exit === null
      ? opened.failure
      : { code: "program_not_started", message: describeExit(name, exit) };
  }
  if (opened === null) {
    const message = describeExit(name, await session.ended);
    return { code: "program_not_started", message };
  }
  const mode = settings.permissionMode ?? "ask";
  const changes: (() => Promise<void>)[] = [
    ...(ownMode === null ? [] : [() => session.setMode(ownMode)]),
    () => (ownMode !== null && session.settings.currentMode === ownMode ? unchanged : session.setMode(mode)),
    ...(settings.model === undefined ? [] : [() => session.setModel(settings.model as string)]),
    ...Object.entries(open.options.config ?? {}).map(
      ([id, value]) =>
        () =>
          session.setOption(id, value),
    ),
  ];
  for (const change of changes) {
    await change().catch((error: Error) => session.emit(warning(error.message, "not_set", agentId)));
  }
  return null;
}

const unchanged = Promise.resolve();

/** The exit of a program that has ended; null while it runs. */
function exitOf(session: AcpSession) {
  return Promise.race([session.ended, new Promise<null>((resolve) => setImmediate(resolve, null))]);
}

/** Reports the available modes, models and commands, and notices about the agent. */
function introduce(session: AcpSession, preset: Preset | null, agentId: string): void {
  const { settings, agent, permissionMode } = session;
  const { currentMode, currentModel } = settings;
  void session.emit({
    ...{ type: "session_meta", ...offeredSettings(settings) },
    ...defined({ currentModeId: currentMode }),
    // The agent's mode may have the name of one of ours and mean something else.
    ...(isPermissionMode(currentMode) ? { permissionMode } : {}),
    ...defined({ currentModelId: currentModel }),
    agentId,
  });
  const version = nameOf(recordOf(agent.agentInfo).version);
  const known = knownTraits(agent);
  const isPreset = preset !== null && (known === null || known.preset === preset.id);
  const untested = isPreset && version !== null ? versionNotice(preset, version) : null;
  if (untested !== null) void session.emit(warning(untested, "untested_version", agentId));
  if (agent.protocolVersion !== 1) {
    const text = `The agent uses ACP version ${String(agent.protocolVersion)}, but Polylog supports version 1. Most features should work.`;
    void session.emit(warning(text, "untested_protocol", agentId));
  }
}
