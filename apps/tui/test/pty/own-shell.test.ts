import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Polylog } from "../support/polylog.ts";

/** Commands of the person's own, in the real program. */

const polylog = await new Polylog({ echo: [{ text: "Heard." }] }).start();

const file = path.join(polylog.project, "pid");
const command = `!echo one; sh -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 1000'`;
const sleeper = async () => {
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
  return Number(readFileSync(file, "utf8"));
};
const isThere = (pid: number) => {
  const about = `/proc/${pid}/cmdline`;
  return existsSync(about) && readFileSync(about, "utf8").includes("sleep");
};

test("[K5] a command of one's own is seen while it runs; Esc stops it, and so does leaving", async () => {
  const tty = await polylog.open(await polylog.session("echo"), { columns: 120 });
  tty.type(`${command}\r`);
  await tty.untilText("Esc stops it");
  const first = await sleeper();
  tty.type("\x1b");
  await tty.untilText("Stopped by you; the agent sees this");
  await expect.poll(() => isThere(first), { timeout: 20_000 }).toBe(false);
  expect(tty.lines()).toContain("  one");
  tty.type(`!rm pid\r`);
  await tty.untilText("Exit code 0");
  tty.type(`${command}\r`);
  await tty.untilText("Esc stops it");
  const second = await sleeper();
  tty.type("\x04");
  expect(await tty.untilExit()).toBe(0);
  await expect.poll(() => isThere(second), { timeout: 20_000 }).toBe(false);
});
