import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { slashCommands } from "../../src/app/slash-commands.ts";
import { main, Polylog } from "../support/polylog.ts";
import { Tty } from "../support/tty.ts";

/** Every command of the field, in the real program. */

const polylog = await new Polylog({
  echo: [{ usage: { inputTokens: 12, outputTokens: 3, costUsd: 0.5 } }, { text: "Heard." }],
  slow: [{ text: "It takes time.", chunk: 2, everyMs: 20 }, { wait: 3_600_000 }],
}).start();

const client = polylog.client();
const idle = (tty: Tty) => tty.inSight().some((line) => line.startsWith("› Message "));

async function begun(): Promise<{ tty: Tty; id: string }> {
  const id = await polylog.session("echo");
  const tty = await polylog.open(id, { columns: 100, rows: 40 });
  tty.type("the first words\r");
  await tty.until((it) => it.text().includes("Heard.") && idle(it));
  return { tty, id };
}

async function command(tty: Tty, line: string): Promise<void> {
  tty.type(line);
  await tty.untilText(`› ${line}`);
  // The list of what is offered would take Enter for its own.
  tty.type(line.includes(" ") ? "\r" : " \r");
}

const tested = new Set<string>();
const named = (...names: readonly string[]) => {
  for (const name of names) tested.add(name);
};

test("[K12] what only shows something: it stands there, and Esc closes it", async () => {
  const { tty, id } = await begun();
  const shows: Readonly<Record<string, string>> = {
    help: "Ctrl+C twice, Ctrl+D",
    status: `Session ${id}`,
    cost: "$0.50",
    diff: "No run has reported changes.",
    resume: "Type to search",
    agents: "Agent for a new session",
    model: "Model",
    permissions: "Permission mode",
    delivery: "Enter while the agent works",
    theme: "Colours",
    rewind: "the first words",
    "search Heard": "Found for “Heard”",
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

test("[K12] what changes the session", async () => {
  const { tty, id } = await begun();
  await command(tty, "/rename A better title");
  await command(tty, "/plan");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("Plan ")), "the mode is shown");
  const target = path.join(polylog.project, "talk.md");
  await command(tty, `/export ${target}`);
  await tty.untilText("Written to");
  expect(existsSync(target)).toBe(true);
  expect(readFileSync(target, "utf8")).toBe(
    "# A better title\n\n**You**\n\nthe first words\n\n**echo**\n\nHeard.\n\n- Mode: plan\n",
  );
  await command(tty, "/fork");
  await tty.untilText("Session ");
  const { sessions } = await client.sessions();
  expect(sessions.filter(({ forkedFrom }) => forkedFrom === id)).toHaveLength(1);
  for (const line of ["/new", "/clear"]) {
    const before = tty.text().split("What should be done?").length;
    await command(tty, line);
    await tty.until((it) => it.text().split("What should be done?").length > before, line);
  }
  named("rename", "plan", "export", "fork", "new", "clear");
  await command(tty, "/exit");
  expect(await tty.untilExit()).toBe(0);
  named("exit");
});

test("[K12] what is set before the first message is in force from it on", async () => {
  const tty = new Tty([main, "tui", "--home", polylog.home], { cwd: polylog.project });
  await tty.untilText("› Message");
  tty.type("\x1b[Z");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("Ask ")), "the mode is shown");
  tty.type("\x1b[Z");
  await tty.until((it) => it.inSight().some((line) => line.startsWith("Accept edits")), "the mode is shown");
  await command(tty, "/model small");
  tty.type("words that nobody else has said\r");
  await tty.until((it) => it.text().includes("Heard.") && idle(it));
  const { sessions } = await client.sessions({ limit: 1 });
  const { events } = await client.events(sessions[0]?.sessionId ?? "");
  const told = events
    .map(({ type }) => type)
    .filter((type) => /mode_change|model_change|user_message/.test(type));
  expect(told).toEqual(["mode_change", "model_change", "user_message"]);
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

test("[K12] what bounds the session, and what goes on without a person", async () => {
  const { tty } = await begun();
  const says: readonly (readonly [line: string, said: string])[] = [
    ["/budget 5", "Budget: $0.50 of $5.00 used"],
    ["/budget nothing", "Say an amount: /budget 5, or /budget off"],
    ["/budget off", "This session has no budget"],
    ["/mission", "This folder has no mission; /mission TEXT sets one"],
    ["/mission Keep it green", "Mission: goes on"],
    ["/mission clear", "The mission has ended"],
  ];
  for (const [line, said] of says) {
    await command(tty, line);
    await tty.untilText(said);
  }
  named("budget", "mission");
  tty.kill();
});

test("[K12] no command is left out here", () => {
  expect(tested).toEqual(new Set(slashCommands.map(({ name }) => name)));
});
