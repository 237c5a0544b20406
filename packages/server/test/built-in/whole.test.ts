import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { spawnServer } from "../reliability/support/server-process.ts";
import { permit } from "./support/answers.ts";
import { plays } from "./support/scenario.ts";
import { makeStage, openModel, openStage, Played } from "./support/stage.ts";

/** Scenarios that need more than one session or a restart of the server. */

interface Rewound {
  readonly seq: number;
  readonly files: object | null;
}

test("[BI6] [A8] a session is rewound with its files, and continues from there", async () => {
  const stage = await openStage({ agent: { permission_mode: "full" }, files: { "a.txt": "one\n" } });
  const played = await Played.begin(stage);
  const { client, project } = stage;
  await plays("First [[say begun]]")(played);
  const { seq } = await client.session(played.sessionId);
  await plays("Then [[shell echo two > a.txt; echo new > b.txt]] [[write c.txt 3]] [[say ok]]")(played);
  expect(readdirSync(project).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
  const rewound = await client.post<Rewound>(`/api/sessions/${played.sessionId}/rewind`, {
    seq,
    files: true,
  });
  expect(rewound.files).toEqual({
    ...{ hash: expect.any(String), before: expect.any(String), restored: 1, removed: 2, kept: [], left: [] },
  });
  expect([readdirSync(project), readFileSync(path.join(project, "a.txt"), "utf8")]).toEqual([
    ["a.txt"],
    "one\n",
  ]);
  const again = new Played(stage, played.sessionId, await Follower.open(client, played.sessionId));
  expect(await again.nextRequest()).toEqual([
    { role: "user", content: "First [[say begun]]" },
    { role: "assistant", content: "begun" },
    { role: "user", content: "And now? [[say fine]]" },
  ]);
  await again.compare();
  await client.post(`/api/sessions/${played.sessionId}/rewind`, { seq: rewound.seq, files: true });
  expect(readdirSync(project).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
});

const toolbox = path.resolve(
  import.meta.dirname,
  "../../../backends/test/built-in-agent/mcp/servers/stdio-main.ts",
);

test("[BI6] [S26] an MCP server of a project is started once the folder is trusted, and its tools are asked for", async () => {
  const stage = await openStage();
  const { client, model, project } = stage;
  // A separate repository, so that the programs that the server starts are outside of it, wherever these tests are.
  for (const folder of [".git", ".polylog"]) mkdirSync(path.join(project, folder));
  const mcp_servers = { box: { command: process.execPath, args: [toolbox] } };
  writeFileSync(path.join(project, ".polylog/config.json"), JSON.stringify({ mcp_servers }));
  const offered = () => {
    const body = model.requests.findLast(({ method }) => method === "POST")?.body ?? { tools: [] };
    const { tools } = body as { tools: { function: { name: string } }[] };
    return tools.map((tool) => tool.function.name).filter((name) => name.startsWith("mcp__box__"));
  };
  const stranger = await Played.begin(stage);
  await plays("Go [[say ok]]")(stranger);
  expect(offered()).toEqual([]);
  await client.post("/api/trust", { project_root: project, trusted: true });
  const played = await Played.begin(stage);
  const runId = await played.say('Go [[tool mcp__box__echo {"text":"hello"}]] [[say ok]]');
  await permit(played, "allow_once");
  await played.whenEnded(runId);
  expect(offered()).toContain("mcp__box__echo");
  expect(await played.when("tool_result")).toMatchObject({ ok: true, result: "You said hello" });
  const [, , third] = await played.nextRequest();
  expect(third).toMatchObject({ role: "tool", content: "You said hello" });
  await played.compare();
});

test("[BI6] [R16] after a server was killed in the middle of a call, the next run's history is complete", async () => {
  const model = await openModel();
  const home = makeStage(model, { agent: { permission_mode: "full" } });
  const first = await spawnServer(home);
  const stage = { client: first.client, model, project: home.project };
  const played = await Played.begin(stage);
  await played.say("Go [[say I try. ++ shell echo begun; sleep 600 ++ read a]]");
  await played.when("tool_output_delta");
  await first.kill();
  const { client } = await spawnServer(home);
  const after = new Played(
    { ...stage, client },
    played.sessionId,
    await Follower.open(client, played.sessionId),
  );
  const messages = await after.nextRequest();
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Go [[say I try. ++ shell echo begun; sleep 600 ++ read a]]"],
    ["assistant", "I try."],
    ["tool", "The tool call was interrupted by the user. Output so far:\nbegun\n"],
    ["tool", "The tool call was interrupted by the user."],
    ["user", "And now? [[say fine]]"],
  ]);
  await after.compare();
});

test("every file of expected output belongs to a scenario, and every scenario has one", () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  const named = sources.flatMap((name) =>
    Array.from(
      readFileSync(path.join(import.meta.dirname, name), "utf8").matchAll(/\bfile: "([a-z0-9-]+)"/g),
      ([, file]) => `${file}.txt`,
    ),
  );
  expect(readdirSync(path.join(import.meta.dirname, "expected")).sort()).toEqual(named.sort());
});
