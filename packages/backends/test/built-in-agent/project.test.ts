import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { systemPrompt } from "../../src/built-in-agent/run/system-prompt.ts";
import { resultsIn, systemIn, toolNamesIn, userTextsIn } from "./scenario/requests.ts";
import { agentId, isAsk, startSession } from "./scenario/session.ts";

/** The parts of a project and the user's configuration that the model receives. */

test("[BA28] a mentioned file is sent in full, and unchanged to later runs; the log keeps the typed and the expanded text", async () => {
  const first = await startSession();
  const notes = path.join(first.projectRoot, "notes.txt");
  writeFileSync(notes, "remember the milk\n");
  const told = await first.play("Read @notes.txt [[say ok]]");
  writeFileSync(notes, "forget it\n");
  const texts = ["Read @notes.txt [[say ok]]", "Attached: notes.txt\n```\nremember the milk\n```"];
  expect(userTextsIn(first.requests().at(-1))).toEqual(texts);
  // Another agent process only has the log.
  const said: EventBody = {
    type: "user_message",
    text: texts[0] as string,
    delivery: "run",
    runId: "run0",
    agentId,
  };
  const started: EventBody = { type: "run_started", trigger: "message", runId: "run0", agentId };
  const before = told.map((event) => ("runId" in event ? { ...event, runId: "run0" } : event)) as EventBody[];
  const second = await startSession({ before: [said, started, ...before] });
  await second.play("And? [[say fine]]");
  expect(userTextsIn(second.requests().at(-1))).toEqual([...texts, "And? [[say fine]]"]);
  const messages = second
    .conversation()
    .main.entries.slice()
    .flatMap((entry) =>
      entry.kind === "message" && entry.role === "user" ? [[entry.body.toString(), entry.hidden]] : [],
    );
  expect(messages).toEqual([
    [texts[0], false],
    [texts[1], true],
    ["And? [[say fine]]", false],
  ]);
});

test("[BA28] a command is sent together with its expansion", async () => {
  const session = await startSession();
  mkdirSync(path.join(session.projectRoot, ".polylog/commands"), { recursive: true });
  writeFileSync(path.join(session.projectRoot, ".polylog/commands/review.md"), "Review $1 with care.\n");
  await session.play("/review a.ts");
  expect(userTextsIn(session.requests().at(-1))).toEqual([
    "/review a.ts",
    "[/review expands to:]\n\nReview a.ts with care.",
  ]);
});

test("[BA28] /init requests an AGENTS.md, which is part of the system prompt once it exists", async () => {
  const session = await startSession();
  await session.play("/init in German");
  const [, asked] = userTextsIn(session.requests().at(-1));
  expect([asked?.includes("write an AGENTS.md file"), asked?.endsWith("The user adds: in German")]).toEqual([
    true,
    true,
  ]);
  writeFileSync(path.join(session.projectRoot, "AGENTS.md"), "Use tabs.\n");
  await session.play("Hi [[say ok]]");
  expect(systemIn(session.requests().at(-1))).toContain("Use tabs.");
});

test("[BA28] the system prompt contains the role, the environment, the date and the mode", () => {
  const facts = {
    projectRoot: "/p",
    branch: "main",
    now: 1_700_000_000_000,
    platform: "linux",
    instructions: "Use tabs.",
  };
  const text = systemPrompt({ ...facts, isPlan: false });
  const place = "# Environment\nFolder: /p\nGit branch: main\nPlatform: linux\nDate: 2023-11-14";
  expect([
    text.startsWith("You are Polylog's coding agent."),
    text.endsWith(`${place}\n\nUse tabs.`),
  ]).toEqual([true, true]);
  expect([
    text.includes("# Plan mode"),
    systemPrompt({ ...facts, isPlan: true }).includes("# Plan mode"),
  ]).toEqual([false, true]);
});

test("[BA29] the tools of MCP servers are offered, and need permission like commands", async () => {
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

test("[MC13] an MCP server does not inherit the agent's environment", async () => {
  const program = path.resolve(import.meta.dirname, "mcp/servers/stdio-main.ts");
  const session = await startSession({
    settings: { env: { AGENTS_OWN: "for commands" } },
    options: {
      mcp_servers: { box: { command: process.execPath, args: [program], env: { ITS_OWN: "yes" } } },
    },
  });
  await session.play("[[tool mcp__box__environment {}]] [[say ok]]");
  const [text] = resultsIn(session.requests().at(-1)) as [string];
  expect([text.includes("ITS_OWN"), text.includes("AGENTS_OWN")]).toEqual([true, false]);
});
