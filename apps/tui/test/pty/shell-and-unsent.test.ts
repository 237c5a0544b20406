import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Polylog } from "../support/polylog.ts";

/** The person's ! commands and unsent messages. */

const polylog = await new Polylog({ echo: [{ text: "Heard." }] }).start();

const file = path.join(polylog.project, "pid");
const command = `!echo one; sh -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 1000'`;
const sleeper = async () => {
  await expect.poll(() => existsSync(file)).toBe(true);
  return Number(readFileSync(file, "utf8"));
};
const isThere = (pid: number) => {
  const about = `/proc/${pid}/cmdline`;
  return existsSync(about) && readFileSync(about, "utf8").includes("sleep");
};

test("[K5] a ! command is shown while it runs; Esc and quitting stop it", async () => {
  const tty = await polylog.open(await polylog.session("echo"), { columns: 120 });
  tty.type(`${command}\r`);
  await tty.untilText("Esc stops it");
  const first = await sleeper();
  tty.type("\x1b");
  await tty.untilText("Stopped by you. The agent sees this");
  await expect.poll(() => isThere(first)).toBe(false);
  expect(tty.lines()).toContain("  one");
  tty.type(`!rm pid\r`);
  await tty.untilText("Exit code 0");
  tty.type(`${command}\r`);
  await tty.untilText("Esc stops it");
  const second = await sleeper();
  tty.type("\x04");
  expect(await tty.untilExit()).toBe(0);
  await expect.poll(() => isThere(second)).toBe(false);
});

test("[T2] an unaccepted message stays visible, is reported as not sent on quitting, and Up restores it", async () => {
  const own = await new Polylog({ echo: [{ text: "Heard." }] }).start();
  const id = await own.session("echo");
  const tty = await own.open(id);
  await own.die();
  await tty.untilText("Disconnected");
  tty.type("are you there");
  await tty.untilText("› are you there");
  tty.type("\r");
  await tty.untilText("Not sent yet: are you there");
  tty.type("\x04");
  await tty.untilExit();
  expect(tty.text()).toContain("Not sent: “are you there”. Press Up in the terminal client to restore it.");
  await own.start();
  const later = await own.open(id);
  later.type("\x1b[A");
  await later.untilText("› are you there");
  later.type("\r");
  await later.untilText("Heard.");
  later.kill();
});

test("[T2] a sent message is shown at once, before the server has accepted it", async () => {
  const own = await new Polylog({ echo: [{ text: "Heard." }] }).start();
  const tty = await own.open(await own.session("echo"));
  own.pause();
  tty.type("can you hear me");
  await tty.untilText("› can you hear me");
  tty.type("\r");
  await tty.untilText("Sending: can you hear me");
  own.goOn();
  await tty.untilText("Heard.");
  expect(tty.text()).not.toContain("Sending");
  expect(tty.text().split("can you hear me")).toHaveLength(2);
  tty.kill();
});

test("[K8] Esc shows “Cancelling…” immediately, before the server responds", async () => {
  const own = await new Polylog({ slow: [{ text: "It takes time." }, { wait: 3_600_000 }] }).start();
  const tty = await own.open(await own.session("slow"));
  tty.type("work\r");
  await tty.untilText("It takes time.");
  own.pause();
  tty.type("\x1b");
  await tty.untilText("Cancelling…");
  own.goOn();
  await tty.untilText("Interrupted");
  tty.kill();
});
