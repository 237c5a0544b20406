import path from "node:path";
import type { Client } from "@polylog/client";
import { firstLine } from "@polylog/core";
import type { TuiOptions } from "@polylog/tui";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { chooseSession, chooseTarget } from "../../run/choose-target.ts";
import { startInBackground } from "../../server/background-server.ts";
import { type FoundServer, findAnsweringServer, homeServer } from "../../server/find-server.ts";
import { printable } from "../../show/printable.ts";
import { version } from "../../version.ts";

export interface TuiFlags {
  readonly session?: string;
  readonly continue?: true;
  readonly fork?: true;
  readonly agent?: string;
  readonly theme?: string;
  readonly screenReader?: true;
}

/** Opens the terminal client on this home's server. Starts one if needed, which keeps running afterwards. */
export async function tui(context: Context, flags: TuiFlags): Promise<number> {
  requireTerminal();
  const running = await findAnsweringServer(context);
  const targetFor = (client: Client) => async (agent: string | null) => {
    const { projectRoot, agentId = null } = await chooseTarget(context, client, {
      agent: agent ?? undefined,
    });
    return { projectRoot, agentId };
  };
  const command = tuiCommand(context);
  if (running !== null)
    return showTui(context, running, flags, { command, targetFor: targetFor(running.client) });
  const { url, remark } = await startInBackground(context);
  const started = homeServer(context, url, () => startInBackground(context));
  return showTui(context, started, flags, {
    command,
    remark: `${remark} It keeps running after you quit. "polylog open" opens it in a browser.`,
    targetFor: targetFor(started.client),
  });
}

/** "polylog tui" with the flags that name the server. */
function tuiCommand({ flags: { home, host, port } }: Context): string {
  const given = { home, host, port };
  const named = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellWord(String(value))],
  );
  return ["polylog tui", ...named].join(" ");
}

/** Quoted for pasting into a shell. */
function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The client draws a screen, so it cannot write to a pipe. */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new CliError(
    "no_terminal",
    'This command needs a terminal. In scripts, use "polylog run" or "polylog logs".',
    exitCodes.usage,
  );
}

export async function showTui(
  { home, env, output }: Context,
  server: FoundServer,
  wanted: TuiFlags,
  /** `command` reopens the client on this server. */
  { command, ...more }: { readonly command: string } & Pick<TuiOptions, "remark" | "targetFor">,
): Promise<number> {
  const { client } = server;
  const { agent, theme, screenReader } = wanted;
  const session = await known(client, wanted);
  const { runTui } = await import("@polylog/tui");
  const options: TuiOptions = {
    ...{ client, version, env, theme, screenReader, ...more },
    url: () => server.url,
    projectRoot: process.cwd(),
    sessionId: session,
    agentId: agent,
    historyFile: path.join(home, "tui-history"),
    stdin: process.stdin,
    stdout: process.stdout,
  };
  const { exitCode, sessionId, unsent } = await runTui(options);
  for (const text of unsent)
    output.remark(
      `Not sent: “${printable(firstLine(text, 60))}”. Press Up in the terminal client to restore it.`,
    );
  if (sessionId !== null && exitCode === exitCodes.done)
    output.remark(`Resume with: ${command} --session ${sessionId}`);
  return exitCode;
}

/** Checks the given agent and session before anything is drawn. Returns the full session id. */
async function known(client: Client, flags: TuiFlags): Promise<string | undefined> {
  try {
    if (flags.agent !== undefined) await requireAgent(client, flags.agent);
    return (await chooseSession(client, process.cwd(), flags))?.sessionId;
  } catch (error) {
    client.close();
    throw error;
  }
}

async function requireAgent(client: Client, wanted: string): Promise<void> {
  const agents = await client.agents.list({ projectRoot: process.cwd() });
  const found = agents.find(({ id }) => id === wanted);
  if (found?.available === true) return;
  const here = agents.filter(({ available }) => available).map(({ id }) => id);
  const why =
    found === undefined
      ? `No agent is named "${wanted}".`
      : `${wanted} is not available: ${found.reason ?? "unknown reason"}`;
  throw new CliError(
    "agent_not_found",
    `${/[.!?]$/.test(why) ? why : `${why}.`} Available agents: ${here.join(", ")}.`,
    exitCodes.notFound,
  );
}
