import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Polylog } from "../support/polylog.ts";
import type { Tty } from "../support/tty.ts";

/** Rewinding with the files of a real project. */

const polylog = await new Polylog({ echo: [{ text: "Heard." }] }).start();
const client = polylog.client();
const made = path.join(polylog.project, "made.txt");
const idle = (tty: Tty) => tty.inSight().some((line) => line.startsWith("› Message "));
const down = "\x1b[B";

/** Sends the demo agent a message that asks once, and allows it. */
async function allowed(send: () => unknown): Promise<void> {
  await send();
  await expect.poll(() => client.asks.list().then(({ asks }) => asks)).toHaveLength(1);
  const [ask] = (await client.asks.list()).asks;
  await client.asks.answer({ askId: ask?.askId ?? "", kind: "permission" }, { optionId: "allow_once" });
}

/** A session of the demo agent that has written a file. */
async function written(): Promise<{ tty: Tty; id: string }> {
  rmSync(made, { force: true });
  const id = await polylog.session("demo");
  const tty = await polylog.open(id, { columns: 100, rows: 40 });
  await allowed(() => tty.type("[[write made.txt one]] [[say Written.]]\r"));
  await tty.until((it) => it.inSight().some((line) => line.includes("1 file changed")) && idle(it));
  expect(existsSync(made)).toBe(true);
  return { tty, id };
}

/** Opens the menu with the parts to rewind before the last message. */
async function rewind(tty: Tty): Promise<void> {
  tty.type("/rewind");
  await tty.untilText("› /rewind");
  tty.type(" \r");
  await tty.untilText("Rewind to before");
  tty.type("\r");
  await tty.untilText("Conversation and files");
}

test("[K16] /rewind restores the files and keeps the conversation, or rewinds both", async () => {
  const { tty, id } = await written();
  const { rev } = await client.sessions.get({ sessionId: id });
  await rewind(tty);
  tty.type(`${down}\r`);
  await tty.until((it) => it.inSight().includes("❯ Restore 1 of 1 file"));
  expect(tty.inSight()).toContain("  [x] made.txt  removed");
  expect(existsSync(made)).toBe(true);
  tty.type("\r");
  await tty.untilText("Rewound the files");
  expect([existsSync(made), (await client.sessions.get({ sessionId: id })).rev]).toEqual([false, rev]);
  await rewind(tty);
  tty.type(`${down}${down}\r`);
  await expect.poll(async () => (await client.sessions.get({ sessionId: id })).rev).toBe(rev + 1);
  tty.kill();
});

test("[K16] a file that another session changed is listed with that session, and restored only if selected", async () => {
  const { tty } = await written();
  const other = await polylog.session("demo");
  const text = "The other one [[read made.txt]] [[write made.txt two]] [[say Written.]]";
  await allowed(() => client.chat.send({ projectRoot: polylog.project, sessionId: other, text }));
  await expect.poll(async () => (await client.sessions.get({ sessionId: other })).status).toBe("idle");
  const listed = (mark: string) =>
    tty.until((it) =>
      it
        .inSight()
        .some((line) => line.includes(`[${mark}] made.txt  removed, also changed by “The other one`)),
    );
  await rewind(tty);
  tty.type(`${down}\r`);
  await listed(" ");
  expect(tty.inSight()).toContain("❯ Restore 0 of 1 file");
  tty.type("\r");
  await tty.untilText("Unchanged: 1.");
  expect(readFileSync(made, "utf8")).toBe("two");
  await rewind(tty);
  tty.type(`${down}\r`);
  await listed(" ");
  tty.type(`${down}\r`);
  await listed("x");
  tty.type("\x1b[A\r");
  await expect.poll(() => existsSync(made)).toBe(false);
  tty.kill();
});

test("[K16] a session that is running in the project is named, and no file is restored", async () => {
  const { tty } = await written();
  const other = await polylog.session("demo");
  await client.chat.send({
    projectRoot: polylog.project,
    sessionId: other,
    text: "[[words 100000 50]] A long one",
  });
  await rewind(tty);
  tty.type(`${down}\r`);
  await tty.untilText("is running in this project. Stop it to rewind files.");
  expect(existsSync(made)).toBe(true);
  const [run] = (await client.runs.list({ sessionId: other })).runs;
  await client.runs.cancel({ runId: run?.runId ?? "" });
  tty.kill();
});

test("[K17] sending an edited message asks whether to restore files too", async () => {
  const { tty } = await written();
  tty.type("\x1b");
  await tty.untilText("Press Esc again to edit");
  tty.type("\x1b");
  await tty.until(
    (it) => it.inSight().filter((line) => line.startsWith("› [[write made.txt one]]")).length === 2,
  );
  tty.type(" [[say Again.]]\r");
  await tty.untilText("Files changed since this message");
  tty.type(`${down}\r`);
  await tty.untilText("[x] made.txt");
  tty.type("\r");
  await expect.poll(() => existsSync(made)).toBe(false);
  await expect.poll(() => client.asks.list().then(({ asks }) => asks)).toHaveLength(1);
  tty.kill();
});
