import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { makeStage, openModel } from "../built-in/support/stage.ts";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import type { Client } from "../reliability/support/client.ts";
import { Follower } from "../reliability/support/follower.ts";
import { temporaryFolder } from "../reliability/support/home.ts";
import { type ServerProcess, spawnServer } from "../reliability/support/server-process.ts";

/** The built-in agent with full access, in a server that is really killed. */
async function makeWorker() {
  const home = makeStage(await openModel(), { agent: { permission_mode: "full" } });
  const write = async (client: Client, ...names: string[]) => {
    const writes = names.map((name) => `[[write ${name} new]]`).join(" ");
    const { session_id, run_id = "" } = await client.chat(`${names[0]} ${writes} [[stall 600000]]`);
    const follower = await Follower.open(client, session_id);
    await follower.when(
      ({ events }) => events.filter(({ type }) => type === "tool_result").length === names.length,
    );
    return { sessionId: session_id, runId: run_id };
  };
  return { home, write };
}

/** The reports of a session: files, their run, and the other sessions that may have changed them. */
async function reports(client: Client, sessionId: string) {
  return (await client.log(sessionId)).flatMap((event) =>
    event.type === "change_report"
      ? [{ runId: event.runId, files: event.files.map((file) => [file.path, file.alsoChangedBy ?? null]) }]
      : [],
  );
}

const endings = {
  "a kill": (server: ServerProcess) => server.kill(),
  "a stop": (server: ServerProcess) => server.stop(),
};

for (const [how, end] of Object.entries(endings)) {
  test(`[CP12] a run that ${how} of the server ends has its report, once`, async () => {
    const { home, write } = await makeWorker();
    const server = await spawnServer(home);
    const { sessionId, runId } = await write(server.client, "a", "b");
    await end(server);
    const whole = [
      {
        runId,
        files: [
          ["a", null],
          ["b", null],
        ],
      },
    ];
    const again = await spawnServer(home);
    await expect.poll(() => reports(again.client, sessionId)).toEqual(whole);
    await again.stop();
    const last = await spawnServer(home);
    expect(await reports(last.client, sessionId)).toEqual(whole);
  });
}

test("[CP14] when a kill ends two runs at once, each gets its own changes", async () => {
  const { home, write } = await makeWorker();
  const server = await spawnServer(home);
  const one = await write(server.client, "one", "both");
  const two = await write(server.client, "two", "other");
  await server.kill();
  const { client } = await spawnServer(home);
  const files = async ({ sessionId }: { sessionId: string }) =>
    (await reports(client, sessionId)).flatMap((report) => report.files);
  await expect
    .poll(() => files(two))
    .toEqual([
      ["other", null],
      ["two", null],
    ]);
  await expect
    .poll(() => files(one))
    .toEqual([
      ["both", null],
      ["one", null],
    ]);
});

/** A git that waits as long as a file exists. */
function slowGit() {
  const folder = temporaryFolder();
  const mark = path.join(folder, "wait");
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\nwhile [ -e '${mark}' ]; do sleep 0.1; done\nexec '${git}' "$@"\n`;
  mkdirSync(path.join(folder, "bin"));
  writeFileSync(path.join(folder, "bin/git"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${path.join(folder, "bin")}:${process.env.PATH}`);
  return { wait: () => writeFileSync(mark, ""), go: () => rmSync(mark) };
}

for (const [how, end] of Object.entries(endings)) {
  test(`[CP12] a report that was not written before ${how} is written after the next start`, async () => {
    const git = slowGit();
    const { home, write } = await makeWorker();
    const server = await spawnServer(home);
    const { sessionId, runId } = await write(server.client, "a");
    git.wait();
    await server.kill();
    // This server ends the run, and is stopped before it writes the report.
    const between = await spawnServer(home);
    const follower = await Follower.open(between.client, sessionId);
    await follower.whenEvent("run_ended");
    await end(between);
    git.go();
    const { client } = await spawnServer(home);
    await expect.poll(() => reports(client, sessionId)).toEqual([{ runId, files: [["a", null]] }]);
  });
}

test("[CP12] a run that was waiting before a kill and is then cancelled reports its earlier changes", async () => {
  const home = makeStage(await openModel(), {});
  const server = await spawnServer(home);
  const { session_id, run_id } = await server.client.chat("Go [[write a new]] [[shell true]] [[say ok]]");
  const follower = await Follower.open(server.client, session_id);
  const { requestId: request_id } = await follower.whenEvent("permission_request");
  await server.client.post("/api/permission-response", { request_id, option_id: "allow_once" });
  await follower.whenEvent("permission_request", ({ toolName }) => toolName === "Bash");
  await server.kill();
  const { client } = await spawnServer(home);
  await client.cancel(run_id ?? "");
  await expect.poll(() => reports(client, session_id)).toEqual([{ runId: run_id, files: [["a", null]] }]);
});

test("[CP12] Claude: a run that a kill of the server ends has its report too", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const server = await spawnServer(home);
  const text = "[[shell echo new > a]] [[stall 600000]]";
  const { session_id, run_id } = await server.client.chat(text, { agent_id: "claude" });
  const follower = await Follower.open(server.client, session_id);
  await follower.whenEvent("tool_result");
  await server.kill();
  const { client } = await spawnServer(home);
  await expect.poll(() => reports(client, session_id)).toEqual([{ runId: run_id, files: [["a", null]] }]);
});
