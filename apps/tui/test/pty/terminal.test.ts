import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { connect } from "@polylog/client";
import { expect, test } from "vitest";
import { themeOf } from "../../src/render/theme.ts";
import { backgroundFrom, backgroundOf, isEndOfAnswers } from "../../src/terminal/background.ts";
import { capabilitiesOf } from "../../src/terminal/capabilities.ts";
import { main, Polylog } from "../support/polylog.ts";
import { Tty } from "../support/tty.ts";

const longCommand = `rm ${Array.from({ length: 60 }, (_, at) => `file-${at}.txt`).join(" ")}`;

const polylog = await new Polylog({
  slow: [{ text: "It takes time.", chunk: 2, everyMs: 20 }, { wait: 3_600_000 }],
  echo: [{ text: "Heard." }],
  careful: [
    {
      ask: { permission: { toolName: "Bash", input: { command: longCommand } } },
      onAllow: [{ text: "Removed." }],
      onDeny: [{ text: "Left alone." }],
    },
  ],
}).start();

/** Checks that the final output restores the terminal. */
function expectRestored(tty: Tty): void {
  const { modes, buffer } = tty.screen;
  expect([modes.bracketedPasteMode, modes.sendFocusMode, buffer.active.type]).toEqual([
    false,
    false,
    "normal",
  ]);
  expect(tty.written.lastIndexOf("\x1b[?25h")).toBeGreaterThan(tty.written.lastIndexOf("\x1b[?25l"));
  expect(tty.written.split("\x1b[>1u")).toHaveLength(tty.written.split("\x1b[<u").length);
  expect(tty.text()).not.toContain("? help");
}

test("[T1] Ctrl+C twice quits, and the run continues", async () => {
  const id = await polylog.session("slow");
  const tty = await polylog.open(id, { columns: 160 });
  tty.type("go\r");
  await tty.untilText("It takes time.");
  tty.type("\x03");
  await tty.untilText("Press Ctrl+C again to quit");
  tty.type("\x03");
  expect(await tty.untilExit()).toBe(0);
  expectRestored(tty);
  expect(tty.text()).toContain(`Resume with: polylog tui --home ${polylog.home} --session ${id}`);
  expect((await polylog.client().sessions.get({ sessionId: id })).status).toBe("working");
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("[T1] %s restores the terminal", async (signal, code) => {
  const tty = await polylog.open(await polylog.session("echo"));
  tty.signal(signal);
  expect(await tty.untilExit()).toBe(code);
  expectRestored(tty);
});

test("[T1] after a suspend and resume, the screen is drawn again", async () => {
  const tty = await polylog.open(await polylog.session("echo"));
  tty.type("\x1a");
  await tty.until((it) => !it.screen.modes.bracketedPasteMode, "the terminal is given back");
  const stat = () => readFileSync(`/proc/${tty.pid}/stat`, "utf8").split(" ")[2];
  while (stat() !== "T") await new Promise((resolve) => setTimeout(resolve, 5));
  process.kill(tty.pid, "SIGCONT");
  await tty.until((it) => it.screen.modes.bracketedPasteMode && it.text().includes("? help"), "it is back");
  tty.type("hello\r");
  await tty.untilText("Heard.");
  tty.kill();
});

test("[K9] Esc Esc reopens the last message for editing, and sending replaces it", async () => {
  const id = await polylog.session("echo");
  const tty = await polylog.open(id);
  tty.type("first words\r");
  await tty.until((it) => it.text().includes("Heard.") && it.text().includes("› Message"));
  tty.type("\x1b");
  await tty.untilText("Press Esc again to edit");
  tty.type("\x1b");
  await tty.until(
    (it) => it.lines().filter((line) => line === "› first words").length === 2,
    "it is in the field",
  );
  tty.type(", changed\r");
  await tty.until(
    (it) =>
      it.text().includes("Rewound") &&
      it.text().includes("› first words, changed") &&
      it.text().includes("› Message"),
  );
  const said = (await polylog.client().events.page({ sessionId: id })).events.flatMap((event) =>
    event.type === "user_message" ? [event.text] : [],
  );
  expect(said).toEqual(["first words, changed"]);
  tty.kill();
});

test("[T2] two terminals on one session stay in sync", async () => {
  const id = await polylog.session("echo");
  const [one, two] = [await polylog.open(id), await polylog.open(id, { columns: 50 })];
  one.type("from one\r");
  await two.untilText("› from one");
  await two.untilText("Heard.");
  two.type("from two\r");
  await one.untilText("› from two");
  one.kill();
  two.kill();
});

test("[D4] screen reader mode uses words and never redraws", async () => {
  const id = await polylog.session("echo");
  const tty = await polylog.open(id, { flags: ["--screen-reader"] });
  tty.type("hello\r");
  await tty.untilText("echo: Heard.");
  expect(tty.text()).toContain("You: hello");
  expect(tty.text()).not.toContain("? help");
  tty.kill();
});

test("[D4] a dumb terminal gets only plain lines: a message, a full ask, a command and the end", async () => {
  const args = [main, "tui", "--home", polylog.home, "--agent", "careful"];
  const tty = new Tty(args, { cwd: polylog.project, env: { TERM: "dumb" }, rows: 10 });
  await tty.untilText("Plain terminal: type a line and press Enter.");
  tty.type("remove it\n");
  await tty.untilText("4. Reject with note");
  await tty.untilText("Type a number to answer.");
  expect(tty.text().replace(/\s+/g, "")).toContain(longCommand.replaceAll(" ", ""));
  tty.type("3\n");
  await tty.untilText("Left alone.");
  tty.type("/status\n");
  await tty.untilText(`Server ${polylog.url}`);
  tty.type("\x04");
  expect(await tty.untilExit()).toBe(0);
  expect(tty.text().split("Left alone.")).toHaveLength(2);
  expect(tty.written).not.toContain("\x1b");
});

test("[T3] without a server, one is started, reported on the screen, and keeps running", async () => {
  const own = new Polylog({ echo: [{ text: "Heard." }] });
  const env = { POLYLOG_PORT: "0" };
  const tty = new Tty([main, "tui", "--home", own.home], { cwd: own.project, columns: 100, env });
  await tty.untilText("Started a server");
  const pid = Number(/process (\d+)/.exec(tty.text())?.[1]);
  await tty.untilText("› Message");
  tty.type("hello\r");
  await tty.untilText("Heard.");
  tty.type("\x04");
  expect(await tty.untilExit()).toBe(0);
  const { url } = JSON.parse(readFileSync(path.join(own.home, "holder.json"), "utf8")) as { url: string };
  const client = connect({ url, token: readFileSync(path.join(own.home, "token"), "utf8").trim() });
  expect((await client.sessions.list()).sessions).toHaveLength(1);
  client.close();
  process.kill(pid, "SIGTERM");
});

test("[T3] a server that the terminal client started is restarted after a crash, and the conversation continues", async () => {
  const own = new Polylog({ echo: [{ text: "Heard." }] });
  const env = { POLYLOG_PORT: "0" };
  const tty = new Tty([main, "tui", "--home", own.home], { cwd: own.project, columns: 100, env });
  const holder = () =>
    JSON.parse(readFileSync(path.join(own.home, "holder.json"), "utf8")) as { pid: number; url: string };
  await tty.untilText("› Message");
  tty.type("hello\r");
  await tty.untilText("Heard.");
  const { pid } = holder();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => holder().pid).not.toBe(pid);
  tty.type("again\r");
  await tty.until((it) => it.text().split("Heard.").length === 3, "the second answer");
  tty.type("\x04");
  expect(await tty.untilExit()).toBe(0);
  process.kill(holder().pid, "SIGTERM");
});

test("[T3] the demo uses its own project, which the screen shows", async () => {
  const tty = new Tty([main, "tui", "--agent", "demo", "--home", polylog.home], {
    cwd: polylog.project,
    columns: 120,
  });
  await tty.untilText("demo uses its own project");
  await tty.untilText("› Message demo");
  tty.type("[[say Here I am.]]\r");
  await tty.untilText("● Here I am.");
  const { sessions } = await polylog.client().sessions.list({ limit: 1 });
  expect(sessions.map(({ agentId, projectRoot }) => [agentId, path.basename(projectRoot)])).toEqual([
    ["demo", "demo-project"],
  ]);
  tty.kill();
});

test("[T4] [D4] colors, Unicode and reflow are detected from the environment", () => {
  const of = (env: Record<string, string>) => {
    const { colors, effects, unicode, reflows } = capabilitiesOf(env, true);
    return { colors, effects, unicode, reflows };
  };
  expect(of({ TERM: "xterm-256color", LANG: "en_GB.UTF-8" })).toEqual({
    colors: true,
    effects: true,
    unicode: true,
    reflows: true,
  });
  expect(of({ TERM: "xterm-256color", NO_COLOR: "1" })).toEqual({
    colors: false,
    effects: true,
    unicode: true,
    reflows: true,
  });
  expect(of({ TERM: "dumb" })).toEqual({ colors: false, effects: false, unicode: true, reflows: false });
  expect(of({ TERM: "linux", LANG: "de_DE.UTF-8" })).toEqual({
    colors: true,
    effects: true,
    unicode: false,
    reflows: false,
  });
  expect(of({ TERM: "xterm", XTERM_VERSION: "XTerm(390)", LANG: "de_DE.ISO-8859-1" })).toEqual({
    colors: true,
    effects: true,
    unicode: false,
    reflows: false,
  });
  expect(of({ TERM: "screen", TMUX: "/tmp/tmux" })).toEqual({
    colors: true,
    effects: true,
    unicode: true,
    reflows: true,
  });
});

test("[T4] the background is detected from the terminal's answer or the environment", () => {
  expect(
    ["11;rgb:ffff/ffff/ffff", "11;rgb:00/00/00", "11;rgba:f/f/e/f", "10;rgb:ff/ff/ff", "11;#fff"].map(
      backgroundOf,
    ),
  ).toEqual(["light", "dark", "light", null, null]);
  expect(["15;0", "0;15", "0;default;7", undefined, "x"].map(backgroundFrom)).toEqual([
    "dark",
    "light",
    "light",
    null,
    null,
  ]);
  expect([isEndOfAnswers("?62;22c"), isEndOfAnswers("11;rgb:0/0/0")]).toEqual([true, false]);
});

test("[D4] the color-blind theme uses neither red nor green for done and failed", () => {
  const { done, failed, added, removed } = themeOf("colour-blind", "dark");
  expect([done.color, failed.color, added.color, removed.color]).toEqual([4, 3, 4, 3]);
});

test("[T1] without a terminal, the command exits with an error", () => {
  expect(() =>
    execFileSync(process.execPath, [main, "tui", "--home", polylog.home], { stdio: "pipe" }),
  ).toThrow(/This command needs a terminal/);
});

test("[T1] an invalid address is rejected with an example", () => {
  expect(() =>
    execFileSync(process.execPath, [main, "attach", "ftp://x", "--home", polylog.home], { stdio: "pipe" }),
  ).toThrow(/is not a server address\. Use one such as http/);
});

test("[K5] the output of a ! command is shown and sent with the next message", async () => {
  const id = await polylog.session("echo");
  const tty = await polylog.open(id);
  tty.type("!echo out\r");
  await tty.untilText("The agent sees this with your next message");
  tty.type("so?\r");
  await tty.untilText("Heard.");
  const said = (await polylog.client().events.page({ sessionId: id })).events.flatMap((event) =>
    event.type === "user_message" ? [event.text] : [],
  );
  expect(said).toEqual(["so?\n\nI ran `echo out` (exit code 0):\n```\nout\n```"]);
  tty.kill();
});
