import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HomeHeldError, lockHome } from "../../src/store/home-lock.ts";
import { temporaryFolder } from "./open-store.ts";
import { runChild } from "./run-child.ts";

// Disks and processes can be slow on a busy machine.
const holder = new URL("./children/holder.ts", import.meta.url);

function held(home: string): HomeHeldError | null {
  try {
    lockHome(home).release();
    return null;
  } catch (error) {
    if (error instanceof HomeHeldError) return error;
    throw error;
  }
}

test("[R18] the second process learns which one holds the home, and gets it when the first is killed", async () => {
  const home = path.join(temporaryFolder(), "home");
  const began = Date.now();
  const child = runChild(holder, [home, "http://127.0.0.1:4000"]);
  await child.printed(1);
  const error = held(home);
  const startedTs = error?.holder?.startedTs ?? 0;
  expect(error?.holder).toEqual({ pid: child.process.pid, startedTs, url: "http://127.0.0.1:4000" });
  expect(startedTs).toBeGreaterThan(began - 2000);
  expect(startedTs).toBeLessThan(Date.now() + 1000);
  expect(error?.message).toBe(
    `${home} is in use by process ${child.process.pid}, started ${new Date(startedTs).toISOString()}, ` +
      "at http://127.0.0.1:4000. Stop it first, or use another home.",
  );
  child.process.kill("SIGKILL");
  await child.ended;
  expect(held(home)).toBeNull();
});

test("[R18] another process that starts while one holds the home exits", async () => {
  const home = path.join(temporaryFolder(), "home");
  const lock = lockHome(home);
  onTestFinished(() => lock.release());
  const child = runChild(holder, [home]);
  expect(await child.ended).toBe(0);
  expect(child.lines).toEqual([expect.stringContaining(`in use by process ${process.pid}, started `)]);
});

test("[R18] a released home is free immediately", async () => {
  const home = path.join(temporaryFolder(), "home");
  const child = runChild(holder, [home]);
  await child.printed(1);
  expect(held(home)).toBeInstanceOf(HomeHeldError);
  child.process.stdin.write("release\n");
  await child.printed(2);
  expect(held(home)).toBeNull();
  child.process.stdin.end();
});

test("[R18] of many processes that start at once, exactly one gets the home", async () => {
  const home = path.join(temporaryFolder(), "home");
  const children = Array.from({ length: 4 }, () => runChild(holder, [home]));
  await Promise.all(children.map((child) => child.printed(1)));
  expect(children.filter((child) => child.lines[0] === "held").length).toBe(1);
});

test("[R18] a reused process ID holds nothing: only the lock counts", async () => {
  const home = path.join(temporaryFolder(), "home");
  mkdirSync(home);
  // The state after a crash, with an ID that an unrelated process has now.
  const left = { pid: process.ppid, startedTs: 1, url: "http://127.0.0.1:1" };
  writeFileSync(path.join(home, "holder.json"), JSON.stringify(left));
  expect(held(home)).toBeNull();
});

test("[R18] the remains of a dead holder do not name it as the holder", async () => {
  const home = path.join(temporaryFolder(), "home");
  const lock = lockHome(home);
  onTestFinished(() => lock.release());
  const dead = spawn(process.execPath, ["-e", "0"]);
  await once(dead, "exit");
  for (const left of [JSON.stringify({ pid: dead.pid, startedTs: 1, url: null }), "{", "{}"]) {
    writeFileSync(path.join(home, "holder.json"), left);
    expect(held(home)?.message).toContain("another process that is just starting");
  }
});

test("[R18] the same process cannot get it twice either, and children do not keep it", async () => {
  const home = path.join(temporaryFolder(), "home");
  const lock = lockHome(home);
  expect(held(home)?.holder?.pid).toBe(process.pid);
  const sleeper = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { detached: true });
  onTestFinished(() => void sleeper.kill("SIGKILL"));
  await once(sleeper, "spawn");
  lock.release();
  lock.release();
  expect(held(home)).toBeNull();
});

test("only their owner can read the home and its files", () => {
  const home = path.join(temporaryFolder(), "home");
  mkdirSync(home, { mode: 0o755 });
  const lock = lockHome(home);
  onTestFinished(() => lock.release());
  lock.announce({ url: "http://127.0.0.1:4000", host: "127.0.0.1", publicUrl: null, certificate: null });
  expect(statSync(home).mode & 0o777).toBe(0o700);
  const modes = readdirSync(home).map((name) => [name, statSync(path.join(home, name)).mode & 0o777]);
  expect(modes).toEqual([
    ["holder.json", 0o600],
    ["lock", 0o600],
  ]);
});
