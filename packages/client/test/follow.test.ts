import { describe, expect, test } from "vitest";
import type { Transport } from "../src/index.ts";
import { Bench } from "./open-client.ts";
import { serverSnapshot, snapshotOf, untilInSync, untilState } from "./until.ts";

const bench = new Bench();

const transports: Transport[] = ["sse", "session_sse", "websocket"];

describe.each(transports)("over %s", (transport) => {
  test("a session is loaded from its snapshot and followed from there", async () => {
    const story = bench.play("s1", 60);
    const handle = bench.open({ transport }).session("s1");
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
    for (let step = 0; step < 200; step++) story.next();
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
    expect(bench.server.requests.filter(({ path }) => path.endsWith("/snapshot"))).toHaveLength(1);
  });

  test.each(["none", "other format"] as const)(
    "a session whose snapshot is of %s is folded from the log",
    async (kind) => {
      bench.server.snapshots = kind;
      bench.play("s1", 100);
      const handle = bench.open({ transport }).session("s1");
      await untilInSync(handle, bench.server);
      expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
    },
  );

  test("a session without any event is live and gets its first", async () => {
    bench.server.log.session("s1");
    const handle = bench.open({ transport }).session("s1");
    await untilState(handle, "live");
    bench.play("s1", 5);
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
  });

  test("[R5] after a restart of the server it resumes without loading everything again", async () => {
    const story = bench.play("s1", 30);
    const handle = bench.open({ transport }).session("s1");
    await untilInSync(handle, bench.server);
    await bench.server.stop();
    for (let step = 0; step < 100; step++) story.next();
    bench.server.repeats = 5;
    await bench.server.start();
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
    expect(bench.server.requests.filter(({ path }) => path.endsWith("/snapshot"))).toHaveLength(1);
  });

  test("a rewound session is loaded again", async () => {
    const story = bench.play("s1", 30);
    const client = bench.open({ transport });
    const handle = client.session("s1");
    await untilInSync(handle, bench.server);
    await client.sessions.rewind({ sessionId: "s1", seq: 10 });
    story.forget();
    for (let step = 0; step < 5; step++) story.next();
    await untilInSync(handle, bench.server);
    expect(handle.conversation.rev).toBe(2);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
  });

  test("a session that was rewound while the client was away is loaded again", async () => {
    bench.play("s1", 30);
    const handle = bench.open({ transport }).session("s1");
    await untilInSync(handle, bench.server);
    await bench.server.stop();
    bench.server.log.rewind("s1", 4);
    await bench.server.start();
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
  });

  test("a deleted session is denied", async () => {
    bench.play("s1", 30);
    const client = bench.open({ transport });
    const handle = client.session("s1");
    await untilState(handle, "live");
    await client.sessions.delete({ sessionId: "s1" });
    await untilState(handle, "denied");
    expect(handle.error).toMatchObject({ code: "session_not_found" });
  });

  test("a session that ends in compacted events is live, also after a lost connection", async () => {
    const { server } = bench;
    const delta = (offset: number) => ({
      agentId: "a",
      runId: "r",
      type: "text_delta",
      responseId: "x",
      offset,
      delta: "ab",
    });
    server.log.append("s1", { agentId: "a", runId: "r", type: "run_started" }, delta(0), delta(2), delta(4));
    server.log.append("s1", { agentId: "a", runId: "r", type: "text_done", responseId: "x", text: "ababab" });
    server.log.rewind("s1", 3);
    expect(server.log.after("s1", 1)).toEqual([]);
    const handle = bench.open({ transport }).session("s1");
    await untilInSync(handle, server);
    server.cutStreams();
    await untilState(handle, "offline");
    await untilInSync(handle, server);
    server.log.append("s1", { type: "notice", text: "goes on" });
    await untilInSync(handle, server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
  });

  test("many sessions share one connection if one suffices", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const stories = names.map((name, index) => bench.play(name, 20, index));
    const client = bench.open({ transport });
    const handles = names.map((name) => client.session(name));
    await Promise.all(handles.map((handle) => untilInSync(handle, bench.server)));
    expect(bench.server.streams.size + bench.server.sockets.size).toBe(transport === "session_sse" ? 20 : 1);
    for (const story of stories) for (let step = 0; step < 20; step++) story.next();
    await Promise.all(handles.map((handle) => untilInSync(handle, bench.server)));
    for (const handle of handles)
      expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, handle.sessionId));
  });

  test("closing the last handle ends the connection; the same session is one handle", async () => {
    bench.play("s1", 5);
    const client = bench.open({ transport });
    const first = client.session("s1");
    const second = client.session("s1");
    expect(second).toBe(first);
    await untilState(first, "live");
    first.close();
    bench.play("s1", 10);
    await untilInSync(second, bench.server);
    const over = new Promise<void>((resolve) => {
      const stop = client.subscribe(() => {
        if (client.connection.state !== "idle") return;
        stop();
        resolve();
      });
    });
    second.close();
    await over;
    expect(client.session("s1")).not.toBe(first);
  });
});
