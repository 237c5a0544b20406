import { expect, test } from "vitest";
import { Polylog, wordsIn } from "../support/polylog.ts";
import type { Tty } from "../support/tty.ts";

/** Editing sent and queued messages. */

const polylog = await new Polylog({
  echo: [{ text: "Heard." }],
  slow: [{ text: "It takes time.", chunk: 2, everyMs: 20 }, { wait: 3_600_000 }],
  broken: {
    prompts: [{ match: "fail", steps: [{ wait: 300 }, { fail: { code: "boom", message: "It broke." } }] }],
    default: [{ text: "Heard." }],
  },
}).start();
const client = polylog.client();

const idle = (tty: Tty) => tty.inSight().some((line) => line.startsWith("› Message "));
const heard = (times: number) => (tty: Tty) =>
  tty.lines().filter((line) => line === "● Heard.").length === times && idle(tty);

async function say(tty: Tty, text: string, key = "\r"): Promise<void> {
  tty.type(text);
  await tty.untilText(`› ${text}`);
  tty.type(key);
}

test("[K9] Esc Esc shows that the last message is being edited; emptying the field ends this without a rewind", async () => {
  const tty = await polylog.open(await polylog.session("echo"));
  await say(tty, "first");
  await tty.until(heard(1));
  for (const emptied of ["\x15", "\x03", "\x7f".repeat(5), "\x1b"]) {
    tty.type("\x1b");
    await tty.untilText("Press Esc again to edit");
    tty.type("\x1b");
    await tty.untilText("Editing your last message · Esc cancels");
    tty.type(emptied);
    await tty.until((it) => idle(it) && !it.text().includes("Editing your last message"));
  }
  await say(tty, "second");
  await tty.until(heard(2));
  expect(wordsIn(tty)).toMatch(/^› first ● Heard\. [^›]*› second ● Heard\. [^›]*$/);
  tty.kill();
});

/** The queue of a session, in order. */
const waiting = async (id: string) =>
  (await client.queue.list({ sessionId: id })).items.map(({ text }) => text);

async function queued(...texts: readonly string[]): Promise<{ tty: Tty; id: string }> {
  const id = await polylog.session("slow");
  const tty = await polylog.open(id, { columns: 100, rows: 30 });
  await say(tty, "work");
  await tty.untilText("It takes time.");
  for (const [at, text] of texts.entries()) {
    await say(tty, text, "\t");
    await tty.untilText(`${at + 1}. ${text}`);
  }
  return { tty, id };
}

async function inQueue(tty: Tty, message: string, what: string): Promise<void> {
  await say(tty, "/queue", " \r");
  await tty.untilText("Type to search");
  tty.type(message);
  const isChosen = (line: string) => line.startsWith("❯ ") && line.includes(message);
  await tty.until((it) => it.inSight().some(isChosen), message);
  tty.type("\r");
  await tty.untilText("Send now");
  tty.type(what);
  await tty.until((it) => it.inSight().some((line) => line.includes(`❯ ${what}`)), what);
  tty.type("\r");
}

test("[K18] Enter steers a running agent and the empty field says this; /delivery makes Enter queue", async () => {
  const { tty, id } = await queued();
  await tty.untilText("Steer this run · Tab to queue");
  await say(tty, "also this");
  await tty.until((it) => it.lines().includes("› also this"), "the message is sent");
  await say(tty, "/delivery", " \r");
  await tty.untilText("While the agent is running, Enter should");
  tty.type("queue");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("❯ Queue")), "Queue is chosen");
  tty.type("\r");
  await tty.untilText("› Queue a message");
  await say(tty, "later");
  await tty.untilText("1. later");
  expect(await waiting(id)).toEqual(["later"]);
  tty.kill();
});

test("[K13] /queue moves, edits and removes a queued message", async () => {
  const { tty, id } = await queued("alpha", "beta", "gamma");
  await inQueue(tty, "gamma", "Move up");
  await expect.poll(() => waiting(id)).toEqual(["alpha", "gamma", "beta"]);
  await tty.untilText("2. gamma");
  await inQueue(tty, "alpha", "Move down");
  await expect.poll(() => waiting(id)).toEqual(["gamma", "alpha", "beta"]);
  await inQueue(tty, "beta", "Remove");
  await expect.poll(() => waiting(id)).toEqual(["gamma", "alpha"]);
  await inQueue(tty, "alpha", "Edit");
  await tty.untilText("Editing a queued message");
  tty.type(" and more\r");
  await expect.poll(() => waiting(id)).toEqual(["gamma", "alpha and more"]);
  tty.kill();
});

test("[K13] Up in an empty field edits the last queued message", async () => {
  const { tty, id } = await queued("alpha", "beta");
  tty.type("\x1b[A");
  await tty.untilText("› beta");
  expect(await waiting(id)).toEqual(["alpha"]);
  tty.kill();
});

test("[K13] [K8] Esc pauses the queue until /queue resumes it; /queue can send another message first", async () => {
  const { tty, id } = await queued("alpha", "beta");
  await inQueue(tty, "beta", "Send now");
  await tty.until((it) => it.lines().includes("› beta"), "beta is sent");
  expect(await waiting(id)).toEqual(["alpha"]);
  tty.type("\x1b");
  await tty.untilText("Queue paused · The run was stopped. · /queue resumes");
  await tty.untilText("Interrupted");
  expect(await waiting(id)).toEqual(["alpha"]);
  await say(tty, "/queue", " \r");
  await tty.untilText("❯ Resume");
  tty.type("\r");
  await tty.until((it) => it.lines().includes("› alpha"), "alpha starts");
  expect(await waiting(id)).toEqual([]);
  tty.kill();
});

test("[K13] a queue paused by a failure shows how to resume it, and resumes", async () => {
  const id = await polylog.session("broken");
  const tty = await polylog.open(id, { columns: 100 });
  await say(tty, "fail");
  await tty.untilText("Esc interrupts");
  await say(tty, "after it", "\t");
  await tty.untilText("Queue paused · The last run failed. · /queue resumes");
  await say(tty, "/queue", " \r");
  await tty.untilText("❯ Resume");
  tty.type("\r");
  await tty.until(heard(1));
  tty.kill();
});
