import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished, test } from "vitest";
import { openStage, Played } from "../built-in/support/stage.ts";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import { Follower } from "../reliability/support/follower.ts";
import { PlayedAgent } from "../reliability/support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../reliability/support/played-session.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { owner } from "../support/owner.ts";

/** An agent in `accept_edits` that tries to write what other programs execute or trust. */

const executed = [
  ...[".husky/pre-commit", ".vscode/tasks.json", ".envrc", ".npmrc", ".github/workflows/ci.yml"],
  ...[".github/hooks/a.json", "node_modules/.bin/tsc", ".qwen/settings.json", ".factory/hooks.json"],
  ...[".vibe/config.toml", ".kilocode/mcp.json", "kilo.json", ".copilot/config.json", ".git/hooks/pre-push"],
  ...[".claude/settings.json", ".polylog/config.json", "sub/.Husky/pre-commit", ".pre-commit-config.yaml"],
];

test("[S33] an agent that accepts edits does not plant a file that another program runs", async () => {
  const stage = await openStage({ agent: { permission_mode: "accept_edits" } });
  const { client, project } = stage;
  const asked: string[] = [];
  for (const file of executed) {
    const played = await Played.begin(stage);
    await played.say(`Go [[write ${file} planted]] [[say ok]]`);
    asked.push((await played.when("permission_request")).requestId);
  }
  const ordinary = await Played.begin(stage);
  await ordinary.whenEnded(await ordinary.say("Go [[write src/b.txt fine]] [[say ok]]"));
  expect(readFileSync(path.join(project, "src/b.txt"), "utf8")).toBe("fine");

  const { asks } = await client.get<{ asks: { ask_id: string }[] }>("/api/asks");
  expect(asks.map(({ ask_id }) => ask_id).toSorted()).toEqual(asked.toSorted());
  expect(executed.filter((file) => existsSync(path.join(project, file)))).toEqual([]);
});

interface Attempt {
  readonly toolName: string;
  readonly input: object;
}

/** The requests that were allowed without asking. */
async function allowedOf(prepare: (project: string) => void, attempts: Record<string, Attempt>) {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { services, folder: projectRoot } = pieces;
  prepare(projectRoot);
  const { sessionId } = await services.sessions.create({ projectRoot }, owner);
  await services.sessions.change(sessionId, { modeId: "accept_edits" }, owner);
  const { runId = "" } = await services.messages.send({ projectRoot, sessionId, text: "go" }, owner);
  const { events, when } = watch(pieces, sessionId);
  await agent.whenPrompted(1);
  const ask = (requestId: string, { toolName, input }: Attempt) =>
    agent.say({
      ...{ type: "permission_request", requestId, toolName, input },
      options: [{ optionId: "y", name: "Allow", kind: "allow_once" }],
      ...{ runId, agentId: "agent" },
    });
  for (const [requestId, attempt] of Object.entries(attempts)) ask(requestId, attempt);
  ask("ordinary", { toolName: "Write", input: { file_path: "plain.txt" } });
  await when((event) => event.type === "permission_response" && event.requestId === "ordinary");
  agent.end(runId);
  await when(isEndOf(runId));
  return events.flatMap((event) =>
    event.type === "permission_response" && event.optionId === "y" ? [event.requestId] : [],
  );
}

const write = (file_path: string): Attempt => ({ toolName: "Write", input: { file_path } });

test("[S33] a rename does not move an ordinary file to where another program runs it, or away from there", async () => {
  const patch = (input: string): Attempt => ({ toolName: "apply_patch", input: { input } });
  const attempts = {
    "patch to": patch(
      "*** Begin Patch\n*** Update File: a.sh\n*** Move to: .husky/pre-commit\n*** End Patch",
    ),
    "patch from": patch("*** Begin Patch\n*** Update File: .envrc\n*** Move to: a.sh\n*** End Patch"),
    "patch deletes": patch("*** Begin Patch\n*** Delete File: .npmrc\n*** End Patch"),
    "patch text": {
      toolName: "apply_patch",
      input: { patchText: "*** Begin Patch\n*** Add File: .vscode/tasks.json\n*** End Patch", path: "a.sh" },
    },
    "unified diff": {
      toolName: "Edit",
      input: { path: "a.sh", diff: "rename from a.sh\nrename to .husky/pre-push\n" },
    },
    "Codex lists it": {
      toolName: "fileChange",
      input: { changes: [{ path: "a.sh", kind: { type: "update", move_path: ".husky/x" } }] },
    },
    "a new path": { toolName: "Edit", input: { path: "a.sh", new_path: ".git/hooks/pre-commit" } },
    "a destination": { toolName: "Write", input: { source: "a.sh", destination: ".envrc" } },
    "one of many edits": { toolName: "MultiEdit", input: { path: "a", edits: [{ filePath: ".npmrc" }] } },
  };
  expect(await allowedOf(() => undefined, attempts)).toEqual(["ordinary"]);
});

test("[S33] links, second names and configured hooks do not hide a file that another program runs", async () => {
  const prepare = (project: string) => {
    for (const folder of ["hooks", "real", ".vscode", "scripts", ".git", ".github"])
      mkdirSync(path.join(project, folder));
    symlinkSync("hooks", path.join(project, ".husky"));
    symlinkSync("../ci", path.join(project, ".github/workflows"));
    mkdirSync(path.join(project, "ci"));
    symlinkSync(".vscode", path.join(project, "editor"));
    writeFileSync(path.join(project, ".npmrc"), "");
    linkSync(path.join(project, ".npmrc"), path.join(project, "real/settings"));
    writeFileSync(path.join(project, ".git/config"), "[core]\n\thooksPath = scripts\n");
  };
  const attempts = {
    "the folder that a link leads to": write("hooks/pre-commit"),
    "the link": write(".husky/pre-commit"),
    "what a link in .github leads to": write("ci/a.yml"),
    "a link to the folder": write("editor/tasks.json"),
    "by dots": write("src/../.vscode/tasks.json"),
    "a hard link": write("real/settings"),
    "the folder of hooks that Git is told": write("scripts/pre-commit"),
    "a home that the program expands": write("~/notes.txt"),
    "an address": write("file:///etc/profile"),
  };
  expect(await allowedOf(prepare, attempts)).toEqual(["ordinary"]);
});

for (const agent of ["claude", "pi"])
  test(`[S33] ${agent} in a mode that accepts edits asks before it writes a Git hook`, async () => {
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    const home = homeWithPrograms(model.url, "accept_edits");
    const { client } = await startHere(home);
    const follow = async (file: string) => {
      const { session_id, run_id } = await client.chat(`[[write ${file} planted]] [[say Done.]]`, {
        agent_id: agent,
      });
      const follower = await Follower.open(client, session_id);
      const ended = () =>
        follower.events.some(
          ({ type, ...event }) => type === "run_ended" && "runId" in event && event.runId === run_id,
        );
      const asks = () =>
        follower.events.flatMap((event) => (event.type === "permission_request" ? [event] : []));
      const answered = () =>
        follower.events.flatMap((event) => (event.type === "permission_response" ? [event.requestId] : []));
      const open = () => asks().filter(({ requestId }) => !answered().includes(requestId));
      return { follower, ended, open };
    };
    const isThere = (file: string) => existsSync(path.join(home.project, file));
    const planted = await follow(".husky/pre-commit");
    await planted.follower.when(() => planted.open().length > 0 || planted.ended());
    expect([isThere(".husky"), planted.open().length]).toEqual([false, 1]);

    const plain = await follow("plain.txt");
    await plain.follower.when(() => plain.ended());
    expect([isThere("plain.txt"), plain.open()]).toEqual([true, []]);
  });
