import type { Backend, EventBody, PermissionMode, StartOptions } from "@polylog/core";
import { everyCapability } from "../connection/capabilities.ts";
import { failedConnection } from "../connection/failed-connection.ts";
import { modeChoices } from "../connection/mode-choices.ts";
import { nameOf, recordsOf } from "../connection/native-value.ts";
import { untrustedNotice } from "../project/untrusted-project.ts";
import { limits } from "./limits.ts";
import { threadMode } from "./modes.ts";
import { codexSessions } from "./native-sessions.ts";
import { type CodexOptions, readOptions, threadConfig } from "./options.ts";
import { dynamicTools, serverForThread } from "./polylog-tools.ts";
import type { CodexSession } from "./session.ts";
import { type StartFailure, startCodex } from "./start.ts";
import { versionNotice } from "./version.ts";

/** Runs the Codex that the user has installed: one `codex app-server` process per session, over stdio. */
export const codexBackend: Backend = {
  name: "codex",
  capabilities: everyCapability,
  native: codexSessions,
  start: async (options) => {
    const { agentId, settings } = options;
    const read = readOptions(settings);
    if (!read.success) {
      const [issue] = read.error.issues;
      const message = `Invalid options for ${agentId}: ${issue?.path.join(".")} ${issue?.message}`;
      return failedConnection(agentId, { code: "bad_options", message });
    }
    const { entries } = options.host.conversation().main;
    const noticed = entries.slice().flatMap((entry) => (entry.kind === "notice" ? [entry.text] : []));
    const isTrusted = await options.host.trusted();
    const { tools } = options.host;
    const up = await startCodex(settings, options.projectRoot, { agentId, isTrusted, noticed, tools });
    if (!up.ok) return failedConnection(agentId, up.failure);
    const failure = await open(up.session, up.version, options, read.data);
    if (failure === null) {
      const { projectRoot, host } = options;
      const starting = { agentId, name: "Codex", agent: "codex", host };
      const notice = isTrusted ? null : await untrustedNotice(projectRoot, starting);
      if (notice !== null) void up.session.emit(notice);
      return up.session;
    }
    await up.session.close();
    return failedConnection(agentId, failure);
  },
};

/** Opens the session's thread and reports what the agent supports; returns a failure if it cannot work. */
async function open(
  session: CodexSession,
  version: string | null,
  { agentId, projectRoot, settings, resume, host }: StartOptions,
  options: CodexOptions,
): Promise<StartFailure | null> {
  const mode: PermissionMode = settings.permissionMode ?? "ask";
  const params = { cwd: projectRoot, ...threadMode(mode) };
  const resumeThread = async (threadId: string) => {
    const ownServer = await serverForThread(session, threadId, host.tools);
    const config = threadConfig(settings, options, ownServer);
    return session.openThread("thread/resume", { threadId, excludeTurns: true, ...params, ...config });
  };
  const resumed = resume === undefined ? null : await resumeThread(resume);
  if (resumed?.ok !== true) {
    const config = { ...threadConfig(settings, options), ...dynamicTools(host.tools) };
    const started = await session.openThread("thread/start", { ...params, ...config });
    if (!started.ok)
      return { code: "thread_refused", message: `Codex could not start a thread: ${started.message}` };
  }
  if (!(await isLoggedIn(session))) {
    return { code: "not_logged_in", message: "Codex is not logged in. Log in with: codex login" };
  }
  const untested = version === null ? null : versionNotice(version);
  if (untested !== null) warn(session, agentId, "untested_version", untested);
  if (resumed?.ok === false) {
    const text = `Codex could not resume its thread: ${resumed.message}. It continues without memory of the earlier conversation.`;
    warn(session, agentId, "session_lost", text);
  }
  void session.emit(await readMeta(session, agentId, mode));
  return null;
}

/** Also true if its provider requires no login. */
async function isLoggedIn(session: CodexSession): Promise<boolean> {
  const reply = await session.request("account/read", {});
  return !reply.ok || reply.result.requiresOpenaiAuth !== true || reply.result.account !== null;
}

function warn(session: CodexSession, agentId: string, code: string, text: string): void {
  void session.emit({ type: "notice", level: "warning", text, code, agentId });
}

async function readMeta(session: CodexSession, agentId: string, mode: PermissionMode): Promise<EventBody> {
  const listed = await session.request("model/list", {});
  const models = recordsOf(listed.ok ? listed.result.data : []).flatMap((model) => {
    const id = nameOf(model.model) ?? nameOf(model.id);
    const description = nameOf(model.description)?.slice(0, limits.descriptionChars);
    const about = { name: nameOf(model.displayName) ?? id ?? "", ...(description ? { description } : {}) };
    return id === null || model.hidden === true ? [] : [{ id, ...about }];
  });
  const { currentModel } = session;
  return {
    type: "session_meta",
    modes: [...modeChoices],
    models: models.slice(0, limits.models),
    commands: [{ name: "compact", description: "Summarize the conversation to free up context" }],
    currentModeId: mode,
    ...(currentModel === null || currentModel === "" ? {} : { currentModelId: currentModel }),
    agentId,
  };
}
