import { readdirSync } from "node:fs";
import path from "node:path";
import type { EventBody, NativeHistory, NativePlace, NativeStore } from "@polylog/core";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";

const run = { runId: "tiny-n1-1", agentId: "own" };
const large = "x".repeat(100_000);
const talk: readonly EventBody[] = [
  { type: "user_message", text: "Fix it, please", delivery: "run", ...run },
  { type: "run_started", trigger: "message", ...run },
  { type: "tool_call_start", callId: "c", toolName: "Bash", input: {}, ...run },
  { type: "tool_result", callId: "c", toolName: "Bash", ok: true, result: large, ...run },
  { type: "text_done", responseId: "r", text: "Fixed.", ...run },
  { type: "run_ended", outcome: "completed", ...run },
];

/** A store with a session that can be read and others that cannot. */
class TinyStore implements NativeStore {
  readonly places: NativePlace[] = [];
  reading: Promise<void> = Promise.resolve();
  async list(place: NativePlace) {
    this.places.push(place);
    return [{ nativeId: "n1", title: "Fix it, please", updatedTs: 3000 }];
  }
  async read(nativeId: string): Promise<NativeHistory> {
    await this.reading;
    if (nativeId === "n1")
      return { ok: true, events: talk.map((body, at) => ({ ts: at === 2 ? null : at, body })) };
    if (nativeId === "bad") {
      const broken = { type: "text_done", text: 7 } as unknown as EventBody;
      return { ok: true, events: [...talk, broken].map((body) => ({ ts: null, body })) };
    }
    if (nativeId === "huge") return { ok: false, code: "too_large", message: "It is too large" };
    return { ok: false, code: "not_found", message: "There is none." };
  }
  resumeCommand(nativeId: string) {
    return ["tiny", "--resume", nativeId];
  }
}

async function start() {
  const home = makeHome({});
  writeConfig(home, {
    agents: { own: { backend: "tiny" }, same: { backend: "tiny" }, other: { backend: "plain" } },
  });
  const [tiny, plain] = [new TinyBackend(), new TinyBackend("plain")];
  const store = new TinyStore();
  tiny.native = store;
  const server = await startHere(home, { backends: { tiny: tiny.manifest, plain: plain.manifest } });
  const { client } = server;
  const adopt = (native_id: string, agent_id = "own") =>
    client.post<Adopted>("/api/native-sessions", { project_root: home.project, agent_id, native_id });
  const refusal = (native_id: string, agent_id?: string) =>
    adopt(native_id, agent_id).then(
      () => "taken over",
      (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error),
    );
  const list = async (query = "") => {
    const at = `/api/native-sessions?project_root=${encodeURIComponent(home.project)}${query}`;
    return (await client.get<{ sessions: object[] }>(at)).sessions;
  };
  return { ...server, home, tiny, store, adopt, refusal, list };
}

interface Adopted {
  readonly session_id: string;
  readonly title: string;
  readonly status: string;
  readonly created_ts: number;
  readonly updated_ts: number;
  readonly adopted: boolean;
}

test("[A9] sessions are listed once for each program, with the corresponding session here and the command that continues them there", async () => {
  const { home, list, adopt, store, client } = await start();
  const row = { agent_id: "own", native_id: "n1", title: "Fix it, please", updated_ts: 3000 };
  const command = `cd ${home.project} && tiny --resume n1`;
  expect(await list()).toEqual([{ ...row, command, session_id: null }]);
  expect(store.places).toEqual([
    { projectRoot: home.project, agentId: "own", settings: expect.objectContaining({ backend: "tiny" }) },
  ]);
  const { session_id } = await adopt("n1");
  expect(await list("&agent_id=same")).toEqual([{ ...row, agent_id: "same", command, session_id }]);
  const { sessions } = await client.get<{ sessions: object[] }>("/api/sessions?native=true");
  expect(sessions).toEqual([expect.objectContaining({ native_id: "n1", native_command: command })]);
  await expect(list("&agent_id=other")).rejects.toThrow(/not_supported/);
});

test("[A10] a session is adopted with its history and its times, and continues under its own ID", async () => {
  const { adopt, client, tiny } = await start();
  const adopted = await adopt("n1");
  expect(adopted).toMatchObject({
    ...{ title: "Fix it, please", status: "idle", adopted: true, created_ts: 0, updated_ts: 5 },
  });
  const { session_id } = adopted;
  const { events } = await client.get<{ events: { type: string; ts: number }[] }>(
    `/api/sessions/${session_id}/events?after=0`,
  );
  expect(events.map(({ type, ts }) => [type, ts])).toEqual([
    ["title", 0],
    ["user_message", 0],
    ["run_started", 1],
    ["tool_call_start", 1],
    ["tool_result", 3],
    ["text_done", 4],
    ["run_ended", 5],
  ]);
  const { run_id } = await client.chat("Go on", { session_id });
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  expect(tiny.starts.map(({ resume }) => resume)).toEqual(["n1"]);
});

test("[A10] adopting the same session again, also at the same time or by another agent, returns the same session", async () => {
  const { adopt, store, client } = await start();
  const held = Promise.withResolvers<void>();
  store.reading = held.promise;
  const both = [adopt("n1"), adopt("n1")];
  held.resolve();
  const [one, two] = await Promise.all(both);
  const later = await adopt("n1", "same");
  expect([two?.session_id, later.session_id]).toEqual([one?.session_id, one?.session_id]);
  expect([one?.adopted, two?.adopted].sort()).toEqual([false, true]);
  expect(later.adopted).toBe(false);
  // A session that was deleted here can be adopted again.
  await client.ask("DELETE", `/api/sessions/${one?.session_id}`);
  expect((await adopt("n1")).adopted).toBe(true);
});

test("[A10] a session that cannot be read is rejected with a reason, and leaves nothing", async () => {
  const { home, refusal, client } = await start();
  expect([
    await refusal("none"),
    await refusal("huge"),
    await refusal("bad"),
    await refusal("n1", "other"),
    await refusal("n1", "nobody"),
  ]).toEqual(["session_not_found", "bad_file", "bad_file", "not_supported", "agent_not_found"]);
  expect((await client.get<{ sessions: object[] }>("/api/sessions")).sessions).toEqual([]);
  expect(readdirSync(path.join(home.folder, "blobs"))).toEqual([]);
});
