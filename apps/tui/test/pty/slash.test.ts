import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { slashCommands } from "../../src/app/commands/slash-commands.ts";
import { main, Polylog } from "../support/polylog.ts";
import { Tty } from "../support/tty.ts";

/** Every slash command, in the real program. */

const polylog = await new Polylog({
  echo: [{ usage: { inputTokens: 12, outputTokens: 3, costUsd: 0.5 } }, { text: "Heard." }],
  handy: [
    { tool: { name: "mcp__files__list", input: {}, result: "a" } },
    { tool: { name: "mcp__files__read", input: {}, error: { code: "none", message: "No such file." } } },
    { text: "Heard." },
  ],
  careful: [
    { ask: { permission: { toolName: "Bash", input: { command: "git status --short" } } } },
    { text: "Heard." },
  ],
  slow: [{ text: "It takes time.", chunk: 2, everyMs: 20 }, { wait: 3_600_000 }],
}).start();

const client = polylog.client();
const idle = (tty: Tty) => tty.inSight().some((line) => line.startsWith("› Message "));

async function begun(agent = "echo"): Promise<{ tty: Tty; id: string }> {
  const id = await polylog.session(agent);
  const tty = await polylog.open(id, { columns: 100, rows: 40 });
  tty.type("the first words\r");
  await tty.until((it) => it.text().includes("Heard.") && idle(it));
  return { tty, id };
}

async function command(tty: Tty, line: string): Promise<void> {
  tty.type(line);
  await tty.untilText(`› ${line}`);
  // The suggestions would handle Enter.
  tty.type(line.includes(" ") ? "\r" : " \r");
}

const tested = new Set<string>();
const named = (...names: readonly string[]) => {
  for (const name of names) tested.add(name);
};

test("[K12] commands that only show something open a page or menu, and Esc closes it", async () => {
  const { tty, id } = await begun();
  const shows: Readonly<Record<string, string>> = {
    help: "Ctrl+C twice, Ctrl+D",
    status: `Session ${id}`,
    cost: "$0.50",
    diff: "No file changes in this session yet",
    resume: "Type to search",
    agents: "Agent for a new session",
    model: "Model",
    permissions: "Permission mode",
    delivery: "While the agent is running, Enter should",
    theme: "Theme",
    rewind: "the first words",
    queue: "No queued messages",
    "search Heard": "Results for “Heard”",
  };
  for (const [line, shown] of Object.entries(shows)) {
    await command(tty, `/${line}`);
    await tty.untilText(shown);
    tty.type("\x1b");
    await tty.until(idle, `/${line} is closed`);
    named(line.split(" ")[0] ?? "");
  }
  tty.kill();
});

test("[K12] an unavailable agent cannot be chosen: its requirements are shown", async () => {
  const { tty } = await begun();
  await command(tty, "/agents");
  await tty.untilText("Agent for a new session");
  tty.type("openrouter\r");
  await tty.untilText("openrouter is not available");
  tty.type("\x1b");
  await tty.until(idle);
  expect(tty.text().split("What should we work on?")).toHaveLength(1);
  tty.kill();
});

test("[K12] commands that change the session", async () => {
  const { tty, id } = await begun();
  await command(tty, "/rename A better title");
  await tty.untilText("Renamed to “A better title”");
  await command(tty, "/plan");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("Plan ")), "the mode is shown");
  const target = path.join(polylog.project, "talk.md");
  await command(tty, `/export ${target}`);
  await tty.untilText("Written to");
  expect(existsSync(target)).toBe(true);
  expect(readFileSync(target, "utf8")).toBe(
    "# A better title\n\n**You** (owner)\n\nthe first words\n\n**echo**\n\nHeard.\n\n- Mode: plan (owner)\n",
  );
  await command(tty, "/export /nonexist/x.md");
  await tty.untilText("Not saved. The folder /nonexist does not exist.");
  await command(tty, `/export ${target}`);
  await tty.untilText("Choose another name");
  await command(tty, "/stop");
  await tty.untilText("No active run");
  await command(tty, "/fork");
  await tty.untilText("Session ");
  await tty.untilText("Copied the session");
  const { sessions } = await client.sessions.list();
  expect(sessions.filter(({ forkedFrom }) => forkedFrom === id)).toHaveLength(1);
  for (const line of ["/new", "/clear"]) {
    const before = tty.text().split("What should we work on?").length;
    await command(tty, line);
    await tty.until((it) => it.text().split("What should we work on?").length > before, line);
  }
  named("rename", "plan", "export", "fork", "new", "clear");
  await command(tty, "/exit");
  expect(await tty.untilExit()).toBe(0);
  const other = await polylog.open(id);
  await command(other, "/quit");
  expect(await other.untilExit()).toBe(0);
  named("exit", "quit");
});

test("[K15] full access in the terminal needs a typed y: Enter, a paste or another Shift+Tab do not grant it", async () => {
  const { tty, id } = await begun();
  // The agent's program repeats each mode change.
  const modes = async () => {
    const { events } = await client.events.page({ sessionId: id });
    const told = events.flatMap((event) => (event.type === "mode_change" ? [event.modeId] : []));
    return told.filter((mode, index) => mode !== told[index - 1]);
  };
  const shownMode = (name: string) =>
    tty.until((it) => it.inSight().some((line) => line.startsWith(name)), `the mode ${name} is shown`);
  const asked = () =>
    tty.until((it) => it.inSight().some((line) => line.startsWith("y confirms")), "it asks");
  const gone = () =>
    tty.until((it) => !it.inSight().some((line) => line.startsWith("y confirms")), "it is gone");
  await command(tty, "/plan");
  await shownMode("Plan ");
  tty.type("\x1b[Z");
  await asked();
  expect(tty.text()).toContain("full access? Its agent will run every command without asking.");
  tty.type("\r");
  await gone();
  tty.type("\x1b[Z");
  await shownMode("Ask ");
  await command(tty, "/plan");
  await shownMode("Plan ");
  tty.type("\x1b[Z");
  await asked();
  tty.type("\x1b[200~y\x1b[201~");
  tty.type("\x1b[Z");
  await shownMode("Ask ");
  expect(await modes()).toEqual(["plan", "ask", "plan", "ask"]);
  await command(tty, "/permissions");
  await tty.untilText("Permission mode");
  tty.type("full");
  tty.type("\r");
  await asked();
  // A new question ignores keys for a moment.
  const typeY = async () => {
    tty.type("y");
    return (await modes()).at(-1);
  };
  await expect.poll(typeY, { interval: 200 }).toBe("full");
  tty.kill();
});

test("[K12] settings made before the first message apply to it", async () => {
  const tty = new Tty([main, "tui", "--home", polylog.home], { cwd: polylog.project });
  await tty.untilText("› Message");
  tty.type("\x1b[Z");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("Accept edits")), "the mode is shown");
  await command(tty, "/model small");
  tty.type("words that nobody else has said\r");
  await tty.until((it) => it.text().includes("Heard.") && idle(it));
  const { sessions } = await client.sessions.list({ limit: 1 });
  const { events } = await client.events.page({ sessionId: sessions[0]?.sessionId ?? "" });
  const told = events
    .map(({ type }) => type)
    .filter((type) => /mode_change|model_change|user_message/.test(type));
  expect(told).toEqual(["mode_change", "model_change", "user_message"]);
  tty.kill();
});

test("[K12] an unknown command is not sent: a second Enter sends it as a message", async () => {
  const tty = await polylog.open(await polylog.session("echo"), { columns: 100 });
  await command(tty, "/hlep me");
  await tty.untilText(
    "Unknown command /hlep. /help lists commands. Press Enter again to send it as a message.",
  );
  expect(tty.inSight().some((line) => line.startsWith("› /hlep me"))).toBe(true);
  tty.type("!");
  await tty.until((it) => !it.text().includes("Unknown command"), "the warning disappears");
  tty.type("\r");
  await tty.untilText("Unknown command /hlep");
  tty.type("\r");
  await tty.untilText("Heard.");
  tty.kill();
});

test("[K12] /stop interrupts", async () => {
  const tty = await polylog.open(await polylog.session("slow"));
  tty.type("go\r");
  await tty.untilText("It takes time.");
  await command(tty, "/stop");
  await tty.untilText("Interrupted");
  named("stop");
  tty.kill();
});

/** Expects text in the line below the field. */
async function says(tty: Tty, line: string, said: string): Promise<void> {
  await command(tty, line);
  await tty.untilText(said);
}

/** Expects text on a page that Esc closes. */
async function shows(tty: Tty, line: string, ...texts: readonly string[]): Promise<void> {
  await command(tty, line);
  for (const text of texts) await tty.until((it) => it.inSight().join("\n").includes(text), text);
  tty.type("\x1b");
  await tty.until(idle, `${line} is closed`);
}

test("[K12] a session's own and daily budgets are shown and set, in dollars and tokens", async () => {
  const { tty, id } = await begun();
  await says(tty, "/budget 5", "Session budget: $0.50 of $5.00 used");
  await says(tty, "/budget nothing", "Enter an amount, such as /budget 5 or /budget off");
  await says(tty, "/budget 50k tokens", "Session budget: 15 of 50k tokens used");
  await says(tty, "/budget day 20", "of $20.00 used");
  await says(tty, "/budget mission 3", "This session has no mission");
  await shows(tty, "/budget", "Session budget: 15 of 50k tokens used", "Daily budget: ");
  expect((await client.budgets.get({ sessionId: id })).budget).toMatchObject({
    tokens: 50_000,
    usedUsd: 0.5,
  });
  await says(tty, "/budget off", "This session has no budget");
  await says(tty, "/budget day off", "Daily budget: no limit");
  named("budget");
  tty.kill();
});

test("[K12] a mission can be set, shown, paused, limited, resumed and stopped, and earlier ones are listed", async () => {
  const { tty } = await begun();
  const projectRoot = polylog.project;
  const now = async () => {
    const { mission: found } = await client.missions.get({ projectRoot });
    return found === null ? null : [found.text, found.paused?.reason ?? null, found.budget ?? null];
  };
  await says(tty, "/mission", "No mission in this folder. Set one with /mission TEXT");
  await says(tty, "/mission Keep it green", "Mission: active");
  await says(tty, "/mission pause", "Mission: paused");
  expect(await now()).toEqual(["Keep it green", "person", null]);
  await says(tty, "/mission budget 7", "Mission budget: ");
  await shows(tty, "/mission", "Keep it green", "paused", "of 100 times", "of $7.00 used");
  await says(tty, "/mission budget much", "Enter an amount, such as /mission budget 5");
  await says(tty, "/mission resume", "Mission: active");
  expect(await now()).toEqual(["Keep it green", null, { costUsd: 7 }]);
  await says(tty, "/mission stop", "Mission ended");
  expect(await now()).toBe(null);
  await command(tty, "/mission history");
  await tty.untilText("Earlier missions");
  await tty.until((it) => it.inSight().some((line) => /Keep it green.*ended/.test(line)), "the past one");
  tty.type("\r");
  await tty.until(idle);
  await expect.poll(now).toEqual(["Keep it green", null, null]);
  await says(tty, "/mission stop", "Mission ended");
  named("mission");
  tty.kill();
});

test("[K12] [K14] a lasting answer has the selected scope, and its rule can be listed and removed", async () => {
  const tty = await polylog.open(await polylog.session("careful"), { columns: 100, rows: 40 });
  const rules = async () => (await client.asks.rules()).rules.map(({ match, pattern }) => [match, pattern]);
  await shows(tty, "/permissions", "Permission mode");
  tty.type("go\r");
  await tty.untilText("Number or Enter answers");
  await tty.untilText("Lasting answers apply to:  ❯ this command    git status …    git …");
  tty.type("\x1b[C");
  await tty.untilText("❯ git status …");
  tty.type("2");
  await tty.until((it) => it.text().includes("Heard.") && idle(it));
  expect(await rules()).toEqual([["prefix", "git status"]]);
  const openRules = async () => {
    await command(tty, "/permissions");
    await tty.untilText("Permission mode");
    tty.type("Rules");
    await tty.until(
      (it) => it.inSight().some((line) => line.startsWith("❯ Rules…")),
      "the rules are offered",
    );
    tty.type("\r");
  };
  await openRules();
  await tty.untilText("allow Bash: git status …  in one session, now");
  tty.type("\r");
  await tty.untilText("Remove rule  ask for this permission again");
  tty.type("\x1b[B\r");
  await tty.untilText("Rule removed");
  expect(await rules()).toEqual([]);
  await openRules();
  await tty.untilText("No rules yet. The permission mode decides");
  tty.kill();
});

test("[K12] policy rules can be added, shown and cleared", async () => {
  const { tty } = await begun();
  await shows(tty, "/policy", "any agent can message any other");
  await says(tty, "/policy deny slow *", "Rules: slow cannot message any agent");
  await says(tty, "/policy allow echo slow", "echo can message slow; slow cannot message any agent");
  expect((await client.agents.policy({ projectRoot: polylog.project })).policy).toEqual({
    allow: [{ from: "echo", to: "slow" }],
    deny: [{ from: "slow", to: "*" }],
  });
  await says(tty, "/policy deny slow", "Enter a rule, such as /policy allow claude codex");
  await says(tty, "/policy clear", "Rules: any agent can message any other");
  named("policy");
  tty.kill();
});

test("[K12] MCP servers are listed with their calls, and /compact explains that the agent cannot compact", async () => {
  const mcp_servers = { files: { command: "run-files" }, unused: { url: "https://mcp.example/" } };
  const { tty } = await begun("handy");
  await client.settings.change({ ...((await client.settings.get()) as object), mcp_servers });
  await shows(
    tty,
    "/mcp",
    "files  run-files  2 calls, last one failed",
    "unused  https://mcp.example/  not used",
  );
  await says(tty, "/compact", "handy cannot compact its context");
  named("mcp", "compact");
  tty.kill();
});

test("[K12] every slash command has a test", () => {
  expect(tested).toEqual(new Set(slashCommands.map(({ name }) => name)));
});
