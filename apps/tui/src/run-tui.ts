import type { ReadStream, WriteStream } from "node:tty";
import type { Client } from "@polylog/client";
import { App, type SessionTarget } from "./app/app.ts";
import { waitForUnsent } from "./app/session/unsent.ts";
import { type ThemeName, themeNames } from "./render/theme.ts";
import { capabilitiesOf } from "./terminal/capabilities.ts";
import { restoreOnExit } from "./terminal/restore-on-exit.ts";
import { Terminal } from "./terminal/terminal.ts";

export interface TuiOptions {
  readonly client: Client;
  /** The server's current address for people. */
  readonly url: () => string;
  readonly version: string;
  /** The folder of a new session. */
  readonly projectRoot: string;
  /** The agent and folder of a new session, which may differ from the request: the demo uses its own project. */
  readonly targetFor?: ((agentId: string | null) => Promise<SessionTarget>) | undefined;
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly theme?: string | undefined;
  /** Plain lines for screen readers, without redrawing. */
  readonly screenReader?: boolean | undefined;
  /** The file with sent messages for Up and Ctrl+R. */
  readonly historyFile?: string | undefined;
  readonly remark?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
}

export interface TuiEnd {
  readonly exitCode: number;
  /** The last session on the screen. */
  readonly sessionId: string | null;
  /** Messages that the server has not accepted. */
  readonly unsent: readonly string[];
}

/** Runs the terminal client until the person quits or a signal stops it. */
export async function runTui(options: TuiOptions): Promise<TuiEnd> {
  const { stdin, stdout, env, client, url, version, projectRoot } = options;
  const terminal = new Terminal({
    stdin,
    stdout,
    env,
    capabilities: capabilitiesOf(env, stdout.isTTY === true),
  });
  const app = new App({
    ...{ client, terminal, url, version, projectRoot, env },
    targetFor: options.targetFor ?? (async (agentId) => ({ projectRoot, agentId })),
    sessionId: options.sessionId ?? null,
    agentId: options.agentId ?? null,
    historyFile: options.historyFile ?? null,
    theme: themeFrom(options.theme ?? env.POLYLOG_THEME),
    screenReader: options.screenReader ?? (env.POLYLOG_SCREEN_READER ?? "") !== "",
    remark: options.remark ?? null,
  });
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    app.stop();
  };
  const { signalled, unguard } = restoreOnExit({
    stop,
    release: () => app.window.release(),
    resume: () => app.window.resume(),
  });
  await app.start();
  const exitCode = await Promise.race([signalled, app.ended.then(() => 0)]);
  const { sessionId } = app.session;
  const unsent = await waitForUnsent(app.model);
  stop();
  unguard();
  return { exitCode, sessionId, unsent };
}

function themeFrom(wanted: string | undefined): ThemeName {
  return themeNames.find((name) => name === wanted) ?? "auto";
}
