import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { spawnServer } from "../support/server-process.ts";

/** Commands that change a session as a whole, at the same moment as messages to it. */

const agent = { process: true, script: [{ echo: true }] };

test("[R3] a message at the moment of a rewind: the session can be used afterwards, and the server keeps running", async () => {
  const { client, complaints } = await spawnServer(makeHome({ agent }));
  for (let round = 0; round < 4; round++) {
    const { session_id } = await client.chat("first");
    const follower = await Follower.open(client, session_id);
    await follower.whenEvent("run_ended");
    const [rewound, sent] = await Promise.all([
      client.ask("POST", `/api/sessions/${session_id}/rewind`, { seq: 2 }),
      client.send("at the same time", { session_id }),
    ]);
    expect([200, 409]).toContain(rewound.status);
    expect([202, 409]).toContain(sent.status);
    await expect.poll(async () => (await client.session(session_id)).status).not.toBe("working");
    const { run_id } = await client.chat("afterwards", { session_id });
    const reader = await Follower.open(client, session_id);
    expect(await reader.whenEvent("run_ended", ({ runId }) => runId === run_id)).toMatchObject({
      outcome: "completed",
    });
    const seqs = (await client.log(session_id)).map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  }
  expect(complaints.join("")).toBe("");
});

test("[R3] a message at the moment of a deletion: the session is gone, and the server keeps running", async () => {
  const { client, complaints } = await spawnServer(makeHome({ agent }));
  for (let round = 0; round < 4; round++) {
    const { session_id } = await client.chat("first");
    const follower = await Follower.open(client, session_id);
    await follower.whenEvent("run_ended");
    const [deleted] = await Promise.all([
      client.ask("DELETE", `/api/sessions/${session_id}`),
      client.send("at the same time", { session_id }),
    ]);
    expect(deleted.status).toBe(200);
    expect((await client.ask("GET", `/api/sessions/${session_id}`)).status).toBe(404);
    expect((await client.send("afterwards", { session_id })).status).toBe(404);
  }
  expect((await client.ask("GET", "/api/health")).status).toBe(200);
  expect(complaints.join("")).toBe("");
});

test("[R14] deleting a session in the middle of a run ends the run, and no further event follows", async () => {
  const script = [{ text: "word ".repeat(5000), chunk: 5, everyMs: 1 }];
  const { client, complaints } = await spawnServer(makeHome({ agent: { script } }));
  const { session_id } = await client.chat("go");
  const all = await Follower.open(client);
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_delta");
  expect((await client.ask("DELETE", `/api/sessions/${session_id}`)).status).toBe(200);
  await follower.when(({ isClosed }) => isClosed);
  const heard = all.events.length;
  const other = await client.chat("hello");
  await all.whenEvent("text_delta", ({ sessionId }) => sessionId === other.session_id);
  const later = all.events.slice(heard).filter(({ sessionId }) => sessionId === session_id);
  expect(later).toEqual([]);
  expect(await client.runs(session_id)).toEqual([]);
  expect(complaints.join("")).toBe("");
});
