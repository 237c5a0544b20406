import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { connect } from "@polylog/client";
import { firstPrompts } from "@polylog/core";
import { expect, test } from "vitest";
import { linesOf, newFolder, polylog, Running, serve, until } from "../support/cli.ts";

/** The demo: no key, no agent program, no configuration. */

const bare = { PATH: "/nowhere" };

test.concurrent("the demo agent answers without any configuration", async () => {
  const home = newFolder();
  const { code, stdout } = await polylog(["run", "[[say Hello from the script]]", "--home", home], {
    env: bare,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello from the script\n" });
});

test.concurrent("it works in its own project, which is not changed if it exists", async () => {
  const home = newFolder();
  const first = await serve(home);
  const notes = path.join(home, "demo-project", "README.md");
  await until(() => existsSync(notes) && readFileSync(notes, "utf8").includes("Weather notes"));
  await first.stop();
  writeFileSync(notes, "mine");
  const second = await serve(home);
  const run = ["run", "--agent", "demo", "--yolo", "[[write made.txt hello]] [[say done]]", "--home", home];
  expect(await polylog(run)).toEqual({
    code: 0,
    stdout: "done\n",
    stderr: "",
  });
  await second.stop();
  expect([readFileSync(notes, "utf8"), existsSync(path.join(home, "demo-project", "made.txt"))]).toEqual([
    "mine",
    true,
  ]);
});

test.concurrent("the scripted model can be served on its own", async () => {
  const model = new Running(["scripted-model"]);
  await model.until(() => model.stdout.includes("\n"));
  const [{ url = "" } = {}] = linesOf<{ url: string }>(model.stdout);
  expect((await fetch(`${url}/v1/models`)).status).toBe(200);
  expect((await model.stop()).code).toBe(0);
});

test.concurrent("any first message starts the tour: the demo fixes its project and creates a checkpoint", async () => {
  const home = newFolder();
  const run = await polylog(["run", "show me", "--agent", "demo", "--yolo", "--home", home, "--json"]);
  const events = linesOf<{ type: string; path?: string; files?: { path: string }[] }>(run.stdout);
  const types = new Set(events.map(({ type }) => type));
  const wanted = ["permission_request", "ask_user", "checkpoint_saved", "todo_update", "subagent_result"];
  expect([run.code, wanted.filter((type) => !types.has(type))]).toEqual([0, []]);
  const report = events.find(({ type }) => type === "change_report");
  expect(report?.files?.map((file) => file.path)).toEqual(["src/statistics.js"]);
  const again = await polylog(["run", "show me", "--agent", "demo", "--yolo", "--home", home]);
  expect(again.stdout).toContain("The bug is already fixed");
});

test.concurrent("without approval, the tour changes nothing and completes; --project selects another folder", async () => {
  const home = newFolder();
  const refused = await polylog(["run", "show me", "--home", home], { env: bare });
  expect([refused.code, refused.stdout.includes("Nothing, because you denied it")]).toEqual([0, true]);
  const project = newFolder();
  const elsewhere = [
    "run",
    "[[write made.txt hello]] [[say done]]",
    "--yolo",
    "--home",
    home,
    "--project",
    project,
  ];
  expect((await polylog(elsewhere, { env: bare })).stdout).toBe("done\n");
  expect(readFileSync(path.join(project, "made.txt"), "utf8")).toBe("hello");
});

test("the suggested first prompts work in the demo, each in a new session, also twice", async () => {
  const home = newFolder();
  const server = await serve(home);
  const token = readFileSync(path.join(home, "token"), "utf8").trim();
  const client = connect({ url: server.url, token, transport: "session_sse" });
  const projectRoot = path.join(home, "demo-project");
  await until(() => existsSync(path.join(projectRoot, "test")));
  const answers = [
    "Weather notes",
    "Test result: 3 passed, 1 failed.",
    "I added `greeting.txt`",
    "I added `greeting-2.txt`",
  ];
  const texts = firstPrompts.map(({ text }) => text);
  for (const [at, text] of [...texts, texts.at(-1) ?? ""].entries()) {
    const { sessionId } = await client.sessions.create({ projectRoot, agentId: "demo" });
    client.confirmWith(() => true);
    await client.sessions.change({ sessionId, modeId: "full" });
    await client.chat.send({ projectRoot, sessionId, text });
    await until(async () =>
      (await client.events.export({ sessionId, format: "md" })).includes(answers[at] ?? ""),
    );
  }
  expect(readFileSync(path.join(projectRoot, "greeting-2.txt"), "utf8")).toMatch(/^Hello!/);
  client.close();
  await server.stop();
});

test.concurrent("a demo agent that failed to start for lack of file descriptors starts for the next message", async () => {
  const program = path.join(import.meta.dirname, "../support/out-of-files.ts");
  const run = `ulimit -n 64; exec "${process.execPath}" "${program}" "${newFolder()}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", run]);
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/./), "http://N.N.N.N:N/vN"]);
});
