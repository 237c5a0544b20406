import type { AgentSettings, PolylogToolset } from "@polylog/core";
import { describeExit } from "../connection/backend-exited.ts";
import { textOf } from "../connection/native-value.ts";
import { childEnvironment } from "../process/environment.ts";
import { startProcess } from "../process/start-process.ts";
import { findCodex } from "./find-codex.ts";
import { limits } from "./limits.ts";
import { programArguments, programEnvironment } from "./options.ts";
import { trustArguments } from "./project-trust.ts";
import { CodexSession } from "./session.ts";
import { versionIn } from "./version.ts";

export interface StartFailure {
  readonly code: string;
  readonly message: string;
}

type Started =
  | { readonly ok: true; readonly session: CodexSession; readonly version: string | null }
  | { readonly ok: false; readonly failure: StartFailure };

interface StartContext {
  readonly agentId: string;
  /** Whether the project's own configuration may run code. */
  readonly isTrusted: boolean;
  /** Warnings that the session already has. */
  readonly noticed: readonly string[];
  readonly tools: PolylogToolset | null;
}

/** Starts the program without opening a thread. */
export async function startCodex(
  settings: AgentSettings,
  projectRoot: string,
  { agentId, isTrusted, noticed, tools }: StartContext,
): Promise<Started> {
  const env = programEnvironment(settings, process.env);
  const searchPath = childEnvironment(process.env, env).PATH ?? "";
  const started = await startProcess({
    command: await findCodex(settings.command ?? "codex", searchPath),
    args: [...programArguments(settings), ...(await trustArguments(projectRoot, isTrusted))],
    cwd: projectRoot,
    env,
  });
  if (!started.ok) return started;
  const { permissionMode: mode = "ask" } = settings;
  const session = new CodexSession(started.process, { agentId, mode, noticed, tools });
  const overdue = setTimeout(() => void started.process.stop(), limits.startMs);
  const reply = await session.request("initialize", {
    clientInfo: { name: "polylog", title: "Polylog", version: "0.1.0" },
    capabilities: { experimentalApi: true, requestAttestation: false },
  });
  clearTimeout(overdue);
  if (reply.ok) {
    await session.notify("initialized");
    return { ok: true, session, version: versionIn(textOf(reply.result.userAgent) ?? "") };
  }
  await session.close();
  const message = describeExit("Codex", await session.ended);
  return { ok: false, failure: { code: "program_not_started", message } };
}
