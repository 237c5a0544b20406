import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type AskDescription,
  askPlainText,
  type Conversation,
  describeAsk,
  emptyConversation,
  fold,
  groupLane,
  type PermissionEntry,
  parseEvent,
  pendingAsks,
  toolCard,
} from "@polylog/core";
import { expect, test } from "vitest";
import { plays } from "../built-in/support/scenario.ts";
import { openStage, Played } from "../built-in/support/stage.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

interface ListedAsk {
  readonly ask_id: string;
  readonly description: AskDescription;
}

/** An agent that asks for these permissions, one after the other. */
async function asking(permissions: readonly object[]) {
  const script = [...permissions.map((permission) => ({ ask: { permission } })), { text: "done" }];
  const home = makeHome({ asks: { script } });
  const server = await startHere(home);
  const { session_id: sessionId } = await server.client.chat("Fix the login of the shop");
  const follower = await Follower.open(server.client, sessionId);
  const asks = async () => (await server.client.get<{ asks: ListedAsk[] }>("/api/asks")).asks;
  return { ...server, home, sessionId, follower, asks };
}

test("[S31] a field next to the command is not hidden behind it", async () => {
  const { asks, follower, home, sessionId } = await asking([
    {
      toolName: "Bash",
      input: { command: "deploy", dangerouslyDisableSandbox: true, target: "prod", cwd: "/srv" },
    },
  ]);
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 1);
  const [ask] = await asks();
  expect(ask?.description).toMatchObject({
    kind: "permission",
    title: "Run deploy",
    verb: "Run",
    objects: [{ kind: "command", text: "deploy" }],
    directory: "/srv",
    fields: [
      { name: "command", text: "deploy", shownAs: "object" },
      { name: "dangerouslyDisableSandbox", text: "true", shownAs: null },
      { name: "target", text: "prod", shownAs: null },
      { name: "cwd", text: "/srv", shownAs: "directory" },
    ],
    sessionId,
    project: { name: "project", root: home.project },
    agentPath: ["asks"],
  });
});

test("[S31] an ask is shown with its session's name even if there are more sessions than a list shows", async () => {
  const { client, asks, follower, home } = await asking([{ toolName: "Write", input: { path: "a.txt" } }]);
  for (let count = 0; count < 201; count++)
    await client.ask("POST", "/api/sessions", { project_root: home.project, title: `Another ${count}` });
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 1);
  const [ask] = await asks();
  expect(ask?.description.sessionTitle).toMatch(/^Fix the login of the shop/);
  expect(ask?.description.title).toBe("Write a.txt");
});

test("[S31] a command that looks different from what it runs shows the names of its hidden characters", async () => {
  const command = "echo ok\r\u001b[2K\u202erm -rf /\u200b\u{e0041}\u0085";
  const { asks, follower } = await asking([{ toolName: "Bash", input: { command } }]);
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 1);
  const { description } = (await asks())[0] as ListedAsk;
  expect(description).toMatchObject({ hasHidden: true, objects: [{ kind: "command", text: command }] });
  const shown =
    "echo ok⟨U+000D carriage return⟩⟨U+001B escape⟩[2K⟨U+202E right-to-left override⟩rm -rf /" +
    "⟨U+200B zero-width space⟩⟨U+E0041 tag A⟩⟨U+0085 next line⟩";
  expect(description.title).toBe(`Run ${shown}`);
  expect(askPlainText(description)).toContain(`Command: ${shown}`);
});

test("[S31] an input that exceeds the log's limit does not look complete", async () => {
  const command = `echo ${"x".repeat(1_100_000)}; rm -rf /`;
  const { asks, follower } = await asking([{ toolName: "Bash", input: { command } }]);
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 1);
  const { description } = (await asks())[0] as ListedAsk;
  expect(description.cut).toMatchObject({ totalChars: expect.any(Number), blobId: expect.any(String) });
  expect(askPlainText(description)).toContain("Truncated. The full input has");
});

test("[S31] full access adds no second row for each call, and the call's row states why it was allowed", async () => {
  const stage = await openStage({ agent: { permission_mode: "full" } });
  const played = await Played.begin(stage);
  await plays("Go [[shell echo one]] [[shell echo two]] [[say done]]")(played);
  const { conversation } = played.follower;
  const rows = [...groupLane(conversation, conversation.main).settled].map((group) =>
    group.kind === "entry" ? group.entry : null,
  );
  expect(rows.map((entry) => entry?.kind)).toEqual([
    "message",
    "tool_call",
    "checkpoint",
    "tool_call",
    "message",
  ]);
  expect(
    rows.flatMap((entry) => (entry?.kind === "tool_call" ? [toolCard(entry, conversation).approval] : [])),
  ).toEqual([
    { by: "full access", ruleId: null },
    { by: "full access", ruleId: null },
  ]);
  await played.compare();
});

test("[S31] an answer by a rule names the rule", async () => {
  const kinds = ["allow_once", "allow_session", "reject_once"];
  const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
  const wants = (command: string) => ({ toolName: "Bash", input: { command }, options });
  const { client, follower, sessionId, asks } = await asking([wants("git status -s"), wants("git status")]);
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 1);
  const body = { option_id: "allow_session", pattern: "git status", match: "prefix" };
  const [ask] = await asks();
  await client.ask("POST", "/api/permission-response", { request_id: ask?.ask_id, ...body });
  await follower.whenEvent("run_ended");
  const { rules } = await client.get<{ rules: { rule_id: string }[] }>("/api/permission-rules");
  const answers = (await client.log(sessionId)).flatMap((event) =>
    event.type === "permission_response" && event.by?.kind === "rule" ? [event.by] : [],
  );
  expect(answers).toEqual([{ kind: "rule", id: rules[0]?.rule_id, name: "git status …" }]);
});

const recorded = path.resolve(import.meta.dirname, "../../../backends/test");
const agents = ["claude", "codex", "pi", "acp/claude", "acp/codex", "acp/gemini", "acp/opencode"];

/** Every recorded permission request of a real agent, in the state in which it was asked. */
function recordedAsks(
  agent: string,
): { readonly entry: PermissionEntry; readonly conversation: Conversation }[] {
  const folder = path.join(recorded, agent, "fixtures");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".events.jsonl"))
    .flatMap((name) => {
      let conversation = emptyConversation;
      return readFileSync(path.join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .flatMap((line, index) => {
          const event = {
            ...JSON.parse(line),
            id: `e${index}`,
            seq: index + 1,
            rev: 0,
            ts: 1,
            sessionId: "s",
          };
          const parsed = parseEvent(JSON.stringify(event));
          if (!parsed.ok) throw new Error(`${name}: ${parsed.error.code}`);
          conversation = fold(conversation, parsed.event);
          const asked = pendingAsks(conversation).find(({ entry }) => entry.seq === index + 1);
          return asked?.entry.kind === "permission" ? [{ entry: asked.entry, conversation }] : [];
        });
    });
}

test.each(agents)("[S31] no ask of %s hides its object or a field of its input", (agent) => {
  const asks = recordedAsks(agent);
  expect(asks.length).toBeGreaterThan(0);
  for (const { entry, conversation } of asks) {
    const description = describeAsk(entry, { conversation });
    const { title, verb, objects, fields } = description;
    expect(objects.length, title).toBeGreaterThan(0);
    const file = /\/?[\w/.-]*\.txt$/;
    if (["Edit", "Write", "Create"].includes(verb))
      expect(objects, title).toEqual([{ kind: "file", text: expect.stringMatching(file) }]);
    if (verb === "Run") expect(objects[0]?.kind).toBe("command");
    for (const { text } of objects) expect(title).toContain(text.split("\n")[0]);
    const input = Object.entries((entry.input ?? {}) as Record<string, unknown>);
    const told = new Map(fields.map(({ name, text }) => [name, text]));
    for (const [name, value] of input)
      expect(told.get(name)).toBe(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  }
});
