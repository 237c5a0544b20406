import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { systemPrompt } from "../../src/openai/prompt.ts";
import { resultsIn, systemIn, toolNamesIn, userTextsIn } from "./scenario/requests.ts";
import { isAsk, startSession } from "./scenario/session.ts";

/** What a project and its person bring along, as the model gets it. */

test("[BA28] a mention is told in full, also to later runs; the log keeps what was typed", async () => {
  const session = await startSession();
  writeFileSync(path.join(session.projectRoot, "notes.txt"), "remember the milk\n");
  await session.play("Read @notes.txt [[say ok]]");
  await session.play("And? [[say fine]]");
  const [first, second] = session.requests().map(userTextsIn);
  expect([first?.[0]?.includes("remember the milk"), second?.[0]]).toEqual([true, first?.[0]]);
  const [entry] = session
    .conversation()
    .main.entries.slice()
    .filter(({ kind }) => kind === "message");
  expect(entry?.kind === "message" && entry.body.toString()).toBe("Read @notes.txt [[say ok]]");
});

test("[BA28] /init asks for an AGENTS.md, which the model is told once it is there", async () => {
  const session = await startSession();
  await session.play("/init in German");
  const [asked] = userTextsIn(session.requests().at(-1));
  expect([asked?.includes("write a file AGENTS.md"), asked?.endsWith("The user adds: in German")]).toEqual([
    true,
    true,
  ]);
  writeFileSync(path.join(session.projectRoot, "AGENTS.md"), "Use tabs.\n");
  await session.play("Hi [[say ok]]");
  expect(systemIn(session.requests().at(-1))).toContain("Use tabs.");
});

test("[BA28] the model is told who it is, where it is and what day it is, and its mode", () => {
  const facts = {
    projectRoot: "/p",
    branch: "main",
    now: 1_700_000_000_000,
    platform: "linux",
    instructions: "Use tabs.",
  };
  const text = systemPrompt({ ...facts, isPlan: false });
  const place = "# Where you are\nFolder: /p\nGit branch: main\nPlatform: linux\nDate: 2023-11-14";
  expect([
    text.startsWith("You are Polylog's coding agent."),
    text.endsWith(`${place}\n\nUse tabs.`),
  ]).toEqual([true, true]);
  expect([
    text.includes("# Plan mode"),
    systemPrompt({ ...facts, isPlan: true }).includes("# Plan mode"),
  ]).toEqual([false, true]);
});

test("[BA29] the tools of MCP servers are offered, and asked for as every command is", async () => {
  const program = path.resolve(import.meta.dirname, "mcp/servers/stdio-main.ts");
  const session = await startSession({
    options: {
      mcp_servers: {
        toolbox: { command: process.execPath, args: [program] },
        broken: { command: path.join(import.meta.dirname, "no-such-program") },
      },
    },
  });
  const events = await session.play('[[tool mcp__toolbox__echo {"text":"hello"}]] [[say ok]]');
  expect(toolNamesIn(session.requests()[0])).toContain("mcp__toolbox__echo");
  expect(events.filter(isAsk).map((ask) => "toolName" in ask && ask.toolName)).toEqual([
    "mcp__toolbox__echo",
  ]);
  expect(resultsIn(session.requests().at(-1))).toEqual(["You said hello"]);
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect([notices.length, notices[0]?.includes("broken")]).toEqual([1, true]);
});
