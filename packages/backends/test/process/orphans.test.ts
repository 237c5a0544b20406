import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { workingContainments } from "../../src/process/containment.ts";
import { reapLeftovers, recordProcessesIn } from "../../src/process/process-records.ts";
import { processesOf, startTimeByPs, startTimeOf } from "../../src/process/process-table.ts";
import { lineReader, startNode, temporaryFolder } from "../node-program.ts";
import { processesWith } from "../process-list.ts";
import { programThatIgnoresSignals } from "../program-that-ignores-signals.ts";

/** Starts a server with a program that has stubborn children, and kills only the server once all of them run. */
async function killedServer(records: string, kind: string, name: string): Promise<void> {
  const main = fileURLToPath(new URL("./server-main.ts", import.meta.url));
  const args = [main, records, kind, programThatIgnoresSignals(name, 'console.log("all")')];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(server.stdout, "data");
  server.kill("SIGKILL");
  await once(server, "exit");
}

/** Waits until no process has the name. The kernel ends them, without a timer of the server. */
async function gone(name: string): Promise<void> {
  await expect.poll(() => processesWith(name), { interval: 50 }).toEqual([]);
}

/** A process that Polylog did not start, which leads its own group. */
function startDecoy(): number {
  const decoy = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: "ignore",
  });
  onTestFinished(() => void decoy.kill("SIGKILL"));
  return decoy.pid as number;
}

describe.each(await workingContainments())("programs bound by $kind", ({ kind }) => {
  test("a killed server's programs end, at the latest when the next server starts [R17]", async () => {
    const records = temporaryFolder();
    const name = randomUUID();
    const decoy = startDecoy();
    await killedServer(records, kind, name);
    if (kind === "namespace") await gone(name);
    const { killed, spared } = await reapLeftovers(records);
    await gone(name);
    expect({ killed: killed.length > 0, spared }).toEqual({ killed: kind !== "namespace", spared: 0 });
    expect(readdirSync(records)).toEqual([]);
    expect(await startTimeOf(decoy)).not.toBeNull();
  });
});

const mark = "00000000-0000-4000-8000-000000000000";
const deadOwner = { pid: 1, startTime: "long ago" };

function writeRecord(folder: string, record: object): void {
  writeFileSync(
    path.join(folder, `${randomUUID()}.json`),
    JSON.stringify({ mark, program: "agent", owner: deadOwner, ...record }),
  );
}

test("an unrelated process with a recorded id is not killed [R17]", async () => {
  const records = temporaryFolder();
  const pid = startDecoy();
  writeRecord(records, { leader: { pid, startTime: "another boot 12345" } });
  expect(await reapLeftovers(records)).toEqual({ killed: [], spared: 0 });
  expect(await startTimeOf(pid)).not.toBeNull();
  expect(readdirSync(records)).toEqual([]);
});

test("a program whose id and start time match is killed with its group [R17]", async () => {
  const records = temporaryFolder();
  const pid = startDecoy();
  const startTime = (await startTimeOf(pid)) as string;
  writeRecord(records, { leader: { pid, startTime } });
  expect(await reapLeftovers(records)).toEqual({ killed: [pid], spared: 0 });
  expect(await startTimeOf(pid)).toBeNull();
});

test("a program whose server is still running is left alone [R17]", async () => {
  const records = temporaryFolder();
  await recordProcessesIn(records);
  const program = await startNode("console.log('up'); setInterval(() => {}, 1000)");
  await lineReader(program)();
  const [name = ""] = readdirSync(records);
  expect(JSON.parse(readFileSync(path.join(records, name), "utf8"))).toEqual({
    mark: expect.any(String),
    program: process.execPath,
    owner: { pid: process.pid, startTime: await startTimeOf(process.pid) },
    leader: { pid: program.pid, startTime: await startTimeOf(program.pid) },
  });
  expect(await reapLeftovers(records)).toEqual({ killed: [], spared: 1 });
  expect(await startTimeOf(program.pid)).not.toBeNull();
  await program.stop();
  expect(readdirSync(records)).toEqual([]);
});

test("invalid records are removed, and a missing folder is not an error", async () => {
  const records = temporaryFolder();
  writeFileSync(path.join(records, "half.json"), '{"mark":');
  writeRecord(records, { leader: { pid: -1, startTime: "x" } });
  expect(await reapLeftovers(records)).toEqual({ killed: [], spared: 0 });
  expect(readdirSync(records)).toEqual([]);
  expect(await reapLeftovers(path.join(records, "none"))).toEqual({ killed: [], spared: 0 });
});

test("a start time distinguishes a process from a later one, both from /proc and from ps", async () => {
  const first = startDecoy();
  expect(await startTimeOf(first)).toBe(await startTimeOf(first));
  expect(await startTimeOf(first)).not.toBe(await startTimeOf(process.pid));
  expect(await startTimeByPs(first)).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
  expect([await startTimeOf(2 ** 22 + 1), await startTimeByPs(2 ** 22 + 1)]).toEqual([null, null]);
  expect(processesOf(mark, null)).toEqual([]);
});
