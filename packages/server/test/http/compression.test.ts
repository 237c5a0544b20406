import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Client } from "../reliability/support/client.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { appendOf, newSession, say } from "../store/write-log.ts";

interface Got {
  readonly encoding: string | undefined;
  readonly length: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: Buffer;
}

function get({ url, token }: Client, path: string, accept?: string): Promise<Got> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...defined({ "accept-encoding": accept }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: url.hostname, port: url.port, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const { "content-encoding": encoding, "content-length": length, vary } = incoming.headers;
        resolve({ encoding, length, vary, bytes: Buffer.concat(chunks) });
      });
    });
    asked.on("error", reject).end();
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

test("[H6] large JSON is compressed with the client's best method, whether it is sent at once or in parts, and small JSON is not", async () => {
  const home = makeHome({ agent: {} });
  const store = openSqliteStore(`${home.folder}/polylog.db`);
  const words = Array.from({ length: 400 }, (_, index) =>
    say(`message ${index} ${"of many words ".repeat(20)}`),
  );
  await store.commit({ created: [newSession("s1")], appends: [appendOf("s1", words)] });
  await store.close();
  const { client } = await startHere(home);
  for (const path of ["/api/sessions/s1/events", "/api/sessions/s1/snapshot"]) {
    const plain = await get(client, path);
    expect([path, plain.encoding, plain.vary]).toEqual([path, undefined, "accept-encoding"]);
    for (const [accept, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip, br;q=0", "gzip"],
    ] as const) {
      const packed = await get(client, path, accept);
      expect([path, packed.encoding, packed.vary]).toEqual([path, encoding, "accept-encoding"]);
      expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10);
      if (path.endsWith("events")) expect(packed.length).toBe(String(packed.bytes.length));
    }
    expect((await get(client, path, "deflate")).bytes.equals(plain.bytes)).toBe(true);
  }
  const small = await get(client, "/api/sessions/s1", "gzip, br");
  expect(small.bytes.length).toBeLessThan(limits.http.compressBytes);
  expect([small.encoding, small.length]).toEqual([undefined, String(small.bytes.length)]);
});

test("[H7] metrics report the log's runs, queues and asks, the duration of each route, and the lag of the event loop", async () => {
  const script = [{ ask: { permission: { toolName: "Bash" } } }];
  const { client } = await startHere(makeHome({ agent: { script } }));
  const { session_id } = await client.chat("go");
  await expect.poll(async () => (await client.asks()).length).toBe(1);
  await client.chat("later", { session_id, delivery: "queue" });
  await client.get(`/api/sessions/${session_id}`);
  await client.request("GET", "/api/nothing/here");
  (await Follower.open(client, session_id)).cut();
  const read = async () => (await client.ask("GET", "/metrics")).text;
  await expect.poll(read).toContain('polylog_http_requests_total{route="/api/events",status="200"} 1');
  const text = await read();
  const value = (name: string) => new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
  expect(["live_runs", "queued_messages", "pending_asks"].map((name) => value(`polylog_${name}`))).toEqual([
    ...["1", "1", "1"],
  ]);
  expect(Number(value("polylog_loop_lag_seconds"))).toBeGreaterThanOrEqual(0);
  const name = "polylog_http_request_duration_seconds";
  const route = 'route="/api/sessions/{session_id}"';
  expect(value(`${name}_bucket\\{le="\\+Inf",${route}\\}`.replace("{session_id}", "\\{session_id\\}"))).toBe(
    "1",
  );
  expect(text).toContain(`# TYPE ${name} histogram`);
  expect(text).toContain(`${name}_count{${route}} 1\n`);
  expect(text).toContain(`${name}_count{route="none"} 1\n`);
  expect(text).not.toContain(`${name}_count{route="/api/events"}`);
  expect(text).not.toContain(session_id);
});
