import {
  emptyConversation,
  foldAll,
  fromSnapshot,
  type PolylogEvent,
  parseEvent,
  type Snapshot,
} from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryScript } from "../support/arbitrary-script.ts";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure } from "../support/numbers.ts";
import { plain } from "../support/same-conversation.ts";
import { startHere } from "../support/server-here.ts";
import { recordingStore } from "../support/wrapped-store.ts";

const HISTORIES = figure(50, 5000);
const AT_ONCE = 10;
/** Histories of one agent: it searches all of them for the requested one. */
const PER_AGENT = 100;

function read(line: string): PolylogEvent {
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  return parsed.event;
}

interface History {
  readonly sessionId: string;
  readonly live: unknown;
}

function agentOf(index: number): string {
  return `agent-${Math.floor(index / PER_AGENT)}`;
}

/** Plays two runs of a script while a client watches. */
async function happen(client: Client, index: number): Promise<History> {
  const sessionId = await client.createSession(agentOf(index));
  const follower = await Follower.open(client, sessionId);
  for (const turn of [1, 2]) {
    const { run_id } = await client.chat(`history ${index} turn ${turn}`, { session_id: sessionId });
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  }
  // Thousands of histories are more than a server keeps open connections for.
  follower.cut();
  return { sessionId, live: plain(follower.conversation) };
}

test(`[R6][R7] ${HISTORIES} histories: live = replay = snapshot and tail = compacted = after a restart`, {
  timeout: atMost(1_800_000),
}, async () => {
  const scripts = fc.sample(arbitraryScript, { numRuns: HISTORIES, seed: 67 });
  const prompts = scripts.map((steps, index) => ({
    match: `^history ${index} `,
    steps,
    agent: agentOf(index),
  }));
  const agents = [...Map.groupBy(prompts, ({ agent }) => agent)].map(([agent, own]) => {
    const script = { prompts: own.map(({ match, steps }) => ({ match, steps })) };
    return [agent, { script, fullAccess: true }] as const;
  });
  const home = makeHome(Object.fromEntries(agents));
  const { open, written } = recordingStore();
  const server = await startHere(home, { openStore: open });
  const sessions: History[] = [];
  for (let from = 0; from < HISTORIES; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, HISTORIES - from) }, (_, at) => from + at);
    sessions.push(...(await Promise.all(indexes.map((index) => happen(server.client, index)))));
  }
  const kept = new Map<string, PolylogEvent[]>();
  for (const [index, { sessionId, live }] of sessions.entries()) {
    const history = JSON.stringify(scripts[index]);
    kept.set(sessionId, await server.client.log(sessionId));
    const held = await server.client.snapshot(sessionId);
    expect(held, history).toEqual(live);
    expect(plain(foldAll(emptyConversation, kept.get(sessionId) ?? [])), history).toEqual(live);
    const all = (written.get(sessionId) ?? []).map(read);
    let conversation = emptyConversation;
    for (const [at, event] of all.entries()) {
      const restored = fromSnapshot(plain(conversation) as Snapshot);
      if (restored === null) throw new Error("A snapshot was not read.");
      expect(plain(foldAll(restored, all.slice(at))), history).toEqual(live);
      conversation = foldAll(conversation, [event]);
    }
  }
  await server.close();
  const again = await startHere(home);
  for (const { sessionId, live } of sessions) {
    expect(await again.client.snapshot(sessionId)).toEqual(live);
    expect(await again.client.log(sessionId)).toEqual(kept.get(sessionId));
  }
});

test("[R7] a long session that is read from its compacted log equals one that was followed live", async () => {
  const notices = Array.from({ length: 1020 }, (_, index) => ({
    emit: { type: "notice", text: `note ${index}` },
  }));
  const steps = [{ text: "before" }, ...notices, { tool: { name: "Bash", result: "ok" } }, { text: "after" }];
  const home = makeHome({ long: { script: steps } });
  const server = await startHere(home);
  const sessionId = await server.client.createSession();
  const follower = await Follower.open(server.client, sessionId);
  for (let turn = 1; turn <= 2; turn++) {
    const { run_id } = await server.client.chat(`turn ${turn}`, { session_id: sessionId });
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  }
  const live = plain(follower.conversation);
  expect(await server.client.snapshot(sessionId)).toEqual(live);
  await server.close();
  const { client } = await startHere(home);
  expect(await client.snapshot(sessionId)).toEqual(live);
  expect(plain(foldAll(emptyConversation, await client.log(sessionId)))).toEqual(live);
});
