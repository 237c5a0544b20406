import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PolylogEvent } from "@polylog/core";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend, type TinyRun } from "../support/tiny-backend.ts";

/**
 * A run's work: files written by an editing tool (null deletes one), or by a command that does not name them.
 */
export interface Deed {
  readonly edits?: Readonly<Record<string, string | null>>;
  readonly commands?: Readonly<Record<string, string | null>>;
}

/** A server whose agent changes files as a test requires, in any number of sessions. */
export async function startWorker() {
  const home = makeHome({});
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  const tiny = new TinyBackend();
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  const file = (name: string) => path.join(home.project, name);
  const put = (name: string, text: string | null) => {
    if (text === null) return rmSync(file(name));
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  };
  const files = () =>
    Object.fromEntries(
      readdirSync(home.project, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(file(name)).isFile())
        .map((name) => [name, readFileSync(file(name), "utf8")]),
    );
  let calls = 0;
  const work = ({ say, speaker }: TinyRun, { edits = {}, commands = {} }: Deed) => {
    const call = (toolName: string, input: object, change: () => void) => {
      const callId = `call${++calls}`;
      say({ type: "tool_call_start", callId, toolName, input, ...speaker });
      change();
      say({ type: "tool_result", callId, toolName, ok: true, result: "done", ...speaker });
    };
    for (const [name, text] of Object.entries(edits))
      call("Write", { file_path: file(name) }, () => put(name, text));
    if (Object.keys(commands).length > 0)
      call("Bash", { command: "make" }, () => {
        for (const [name, text] of Object.entries(commands)) put(name, text);
      });
  };
  /** Sends a message; the run does its work, and has ended when this resolves. */
  const run = async (text: string, deed: Deed, sessionId?: string) => {
    tiny.work = async (given) => work(given, deed);
    const more = sessionId === undefined ? {} : { session_id: sessionId };
    const { session_id, run_id, seq } = await client.chat(text, more);
    const follower = await Follower.open(client, session_id);
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
    return { sessionId: session_id, runId: run_id ?? "", seq };
  };
  /** The events of a type in a session's log. */
  const told = async <T extends PolylogEvent["type"]>(sessionId: string, type: T) =>
    (await client.log(sessionId)).filter(
      (event): event is Extract<PolylogEvent, { type: T }> => event.type === type,
    );
  return { home, client, tiny, put, files, run, work, told };
}
