import { expect, test } from "vitest";
import type { AskRef, RunHandle } from "../src/index.ts";
import { Bench } from "./open-client.ts";

const bench = new Bench();
const speaker = { agentId: "demo", runId: "run-1" };
const delta = (responseId: string, offset: number, text: string) => ({
  ...{ ...speaker, type: "text_delta", responseId, offset, delta: text },
});
const done = (responseId: string, text: string) => ({ ...speaker, type: "text_done", responseId, text });
const ended = (more: object = { outcome: "completed" }) => ({ ...speaker, type: "run_ended", ...more });
const message = { projectRoot: "/p", text: "go", agentId: "demo" };
const write = (...events: Record<string, unknown>[]) => bench.server.log.append("s1", ...events);

/** A run that the server has started. */
async function begin(): Promise<RunHandle> {
  const run = await bench.open().run(message);
  write({ ...speaker, type: "run_started" });
  return run;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test("a finished run has its outcome, last text, usage and cost", async () => {
  const run = await begin();
  write(done("r1", "Looking."), done("r2", "It folds logs."));
  write(
    ended({ outcome: "completed", usage: [{ model: "m", inputTokens: 5, outputTokens: 2, costUsd: 0.5 }] }),
  );
  expect(await run.finished).toEqual({
    ...{ runId: "run-1", outcome: "completed", text: "It folds logs.", error: null },
    ...{ costUsd: 0.5, costComplete: true },
    usage: expect.objectContaining({ inputTokens: 5, outputTokens: 2, costUsd: 0.5, costComplete: true }),
  });
});

test("a failed run resolves with its error", async () => {
  const run = await begin();
  write(ended({ outcome: "failed", error: { code: "backend_exited", message: "It is gone." } }));
  expect(await run.finished).toMatchObject({
    outcome: "failed",
    error: { code: "backend_exited", message: "It is gone." },
    text: "",
  });
});

test("a run's end is noticed after the server was lost", async () => {
  const run = await begin();
  await bench.server.stop();
  write(done("r1", "Done meanwhile."), ended());
  await bench.server.start();
  expect(await run.finished).toMatchObject({ outcome: "completed", text: "Done meanwhile." });
});

test("an end that can no longer be known rejects: a closed client, a deleted session, a rewind", async () => {
  const client = bench.open();
  const run = await client.run(message);
  client.close();
  await expect(run.finished).rejects.toMatchObject({ code: "closed" });
  const other = bench.open();
  const lost = await other.run({ ...message, sessionId: "s2" });
  await other.session("s2").ready;
  await other.sessions.delete({ sessionId: "s2" });
  await expect(lost.finished).rejects.toMatchObject({ code: "session_not_found" });
  const third = bench.open();
  const cut = await third.run({ ...message, sessionId: "s3" });
  bench.server.log.append("s3", { ...speaker, type: "run_started" });
  const session = third.session("s3");
  for await (const { type } of session.events()) if (type === "run_started") break;
  await third.sessions.rewind({ sessionId: "s3", seq: 0 });
  await expect(cut.finished).rejects.toMatchObject({ code: "run_not_found" });
});

test("cancel asks the server to cancel the run", async () => {
  const run = await begin();
  await run.cancel();
  write(ended({ outcome: "cancelled" }));
  expect(await run.finished).toMatchObject({ outcome: "cancelled" });
  const cancels = bench.server.requests.filter(({ path }) => path === "/api/agent-cancel");
  expect(cancels.map(({ body }) => body)).toEqual([{ run_id: "run-1" }]);
});

/** A message that the server has queued. */
async function queue(): Promise<RunHandle> {
  const item = { itemId: "i", text: "go", clientMessageId: "mine" };
  write({ type: "queue_updated", agentId: "demo", items: [item] });
  const answer = { session_id: "s1", queued: true, position: 1, seq: 1 };
  bench.server.override = ({ path }) => (path === "/api/chat" ? { status: 202, body: answer } : undefined);
  const client = bench.open();
  await client.session("s1").ready;
  return client.session("s1").send({ text: "go", clientMessageId: "mine" });
}

test("a queued message is followed into its run", async () => {
  const run = await queue();
  const texts = all(run.textStream());
  write({ type: "queue_updated", agentId: "demo", items: [] });
  write({ ...speaker, type: "user_message", text: "go", clientMessageId: "mine" });
  write({ ...speaker, type: "run_started" }, done("r1", "Here."), ended());
  expect(await run.finished).toMatchObject({ runId: "run-1", outcome: "completed", text: "Here." });
  expect(await texts).toEqual(["Here."]);
});

test("a queued message that is removed gives a cancelled run without an id", async () => {
  const run = await queue();
  write({ type: "queue_updated", agentId: "demo", items: [] });
  expect(await run.finished).toMatchObject({ runId: null, outcome: "cancelled", text: "" });
  expect(await all(run.events())).toEqual([]);
});

test("text streams without repeats, even if the log kept only its end", async () => {
  const run = await begin();
  const pieces = run.textStream();
  write(delta("r1", 0, "It "), delta("r1", 3, "folds "));
  const read = [(await pieces.next()).value, (await pieces.next()).value];
  await bench.server.stop();
  write(delta("r1", 9, "lo"), done("r1", "It folds logs."), done("r2", "Done."), ended());
  await bench.server.start();
  read.push(...(await all(pieces)));
  expect(read.join("")).toBe("It folds logs.\n\nDone.");
  expect((await all(run.textStream())).join("")).toBe("It folds logs.\n\nDone.");
});

test("events end with the run, and are narrowed by their type", async () => {
  const run = await begin();
  write(done("r1", "Done."), ended(), { type: "notice", text: "later" });
  const found = await all(run.events());
  expect(found.map(({ type }) => type)).toEqual(["run_started", "text_done", "run_ended"]);
});

test("asks arrive once each, and are answered by their kind", async () => {
  const run = await begin();
  const answered: AskRef[] = [];
  const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
  const permission = { ...speaker, type: "permission_request", toolName: "Bash", options };
  write({ ...permission, requestId: "p1" });
  write({ ...permission, requestId: "p2" });
  bench.server.override = ({ path, body }) => {
    if (path !== "/api/permission-response") return undefined;
    const { request_id: requestId } = body as { request_id: string };
    write({ ...speaker, type: "permission_response", requestId, optionId: "yes" });
    if (requestId === "p2") write(ended());
    return { status: 200, body: { ok: true } };
  };
  const client = bench.open();
  for await (const ask of run.asks()) {
    if (ask.kind !== "permission") continue;
    answered.push({ askId: ask.askId, kind: ask.kind });
    await client.asks.answer(ask, { optionId: ask.options[0]?.optionId ?? "" });
  }
  expect(answered).toEqual([
    { askId: "p1", kind: "permission" },
    { askId: "p2", kind: "permission" },
  ]);
});
