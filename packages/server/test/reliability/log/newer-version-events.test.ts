import path from "node:path";
import { checkEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";

/** Bytes that parsing and writing again would change: spaces, escapes, large numbers, the order of keys. */
const futures = [
  `"type":"hologram","shape": {"z":1,"a":2},"big":12345678901234567890,"text":"\\u0041\\u00e9\\/"`,
  `"v":9,"type":"user_message","text":{"layers":[ "a" , "b" ]},"runId":"r","agentId":"a"`,
  `"type":"text_delta","v":2,"delta":1.0e2,"offset":-0,"empty":{ },"__proto__":{"x":null}`,
  `"type":"tool_result","v":77,"runId":"gone","note":"\u2028 and \u{1f388}"`,
];

async function rawFrames(client: Client, query: string, count: number): Promise<string[]> {
  const { port } = client.url;
  const response = await fetch(`http://127.0.0.1:${port}/api/events?${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  const frames = () =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((block) => block.startsWith("id: "));
  while (frames().length < count) text += (await reader.read()).value;
  await reader.cancel();
  return frames().map((block) => block.slice(block.indexOf("data: ") + 6));
}

test("[R24] events from a newer version are returned byte for byte: as events, as a stream, as an export, after more was written", async () => {
  const home = makeHome({ echo: {} });
  const first = await startHere(home);
  const { session_id } = await first.client.chat("before");
  await (await Follower.open(first.client, session_id)).whenEvent("run_ended");
  await first.close();

  const store = openSqliteStore(path.join(home.folder, "polylog.db"));
  const row = await store.session(session_id);
  if (row === null) throw new Error("The session is gone.");
  const { rev, head, sessionId: _, projectRoot: __, ...summary } = row;
  const lines = futures.map(
    (rest, at) =>
      `{ "ts":1, ${rest},"id":"future-${at}","sessionId":"${session_id}","seq":${head + at + 1},"rev":${rev}}`,
  );
  const events = lines.map((line) => {
    const checked = checkEvent(JSON.parse(line), line);
    if (!checked.ok) throw new Error(checked.error.reason);
    expect(checked.event.type).toBe("opaque");
    return { event: checked.event, line };
  });
  await store.commit({ appends: [{ sessionId: session_id, rev, head, events, summary, drops: [] }] });
  const position = (await store.events(session_id, head, 1))[0]?.position ?? 0;
  await store.close();

  const { client } = await startHere(home);
  const { run_id } = await client.chat("after", { session_id });
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  const paths = [
    `/api/sessions/${session_id}/events`,
    `/api/plugins/sessions/operations/events?sessionId=${session_id}`,
    `/api/sessions/${session_id}/export`,
  ];
  for (const at of paths) {
    const { text } = await client.ask("GET", at);
    expect({ at, missing: lines.filter((line) => !text.includes(line)) }).toEqual({ at, missing: [] });
  }
  const exported = (await client.ask("GET", paths[2] ?? "")).text.trimEnd().split("\n");
  expect(exported.slice(head - 1, head - 1 + lines.length)).toEqual(lines);
  const framed = await rawFrames(client, `session_id=${session_id}&after=${rev}:${head}`, lines.length);
  expect(framed.slice(0, lines.length).map(dataOf)).toEqual(lines);
  const ofAll = await rawFrames(client, `after=${position - 1}`, lines.length);
  expect(ofAll.slice(0, lines.length).map(dataOf)).toEqual(lines);

  const raws = follower.events.flatMap((event) => (event.type === "opaque" ? [event.raw] : []));
  expect(raws).toEqual(lines);
  const shown = follower.conversation.main.entries.slice().filter(({ kind }) => kind === "opaque");
  expect(shown.length).toBe(lines.length);
});

/** The event's own bytes inside its frame. */
function dataOf(frame: string): string {
  return frame.slice(frame.indexOf(',"data":') + 8, -1);
}
