import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { main, Polylog, talkIn } from "../support/polylog.ts";
import { Tty } from "../support/tty.ts";

/** The real program in many kinds of terminals, and keys with effects outside the field. */

const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const polylog = await new Polylog({
  painter: [
    { thinking: "Let me see." },
    {
      text: "# A heading\n\nSome **bold** words in a sentence that is long enough to be broken on a narrow window.\n\n| name | what it is |\n|---|---|\n| alpha | the first letter of the alphabet |\n\n```ts\nconst a = 1;\n```\n\n- one\n- two\n",
    },
    {
      tool: {
        name: "Bash",
        input: { command: "npm test -- --reporter=verbose --bail=1" },
        error: { code: "exit", message: "boom" },
        exitCode: 1,
      },
    },
    {
      tool: {
        name: "Edit",
        input: { file_path: "src/add.ts", old_string: "return a - b;", new_string: "return a + b;" },
        result: "",
      },
    },
    { text: "That is all." },
  ],
  careful: [
    {
      ask: { permission: { toolName: "Bash", input: { command: "rm notes.txt" } } },
      onAllow: [{ text: "Removed." }],
      onDeny: [{ text: "Left alone." }],
    },
  ],
  echo: [{ text: "Heard." }],
}).start();

const painted = await polylog.session("painter");
const client = polylog.client();
await client.chat.send({ projectRoot: polylog.project, sessionId: painted, text: "paint" });
const quiet = async (sessionId: string) => {
  while ((await client.sessions.get({ sessionId })).status === "working")
    await new Promise((resolve) => setTimeout(resolve, 20));
};
await quiet(painted);

test.each([40, 60, 80, 120, 200])(
  "[D1] [W5] %i columns, 24 rows: the terminal wraps no row",
  async (columns) => {
    const tty = await polylog.open(painted, { columns, rows: 24 });
    await tty.untilText("That is all.");
    const { active } = tty.screen.buffer;
    const broken = Array.from({ length: active.length }, (_, at) => active.getLine(at)).filter(
      (line) => line?.isWrapped,
    );
    expect(broken).toHaveLength(0);
    const words = talkIn(tty).join(" ").replace(/\s+/g, " ");
    for (const part of ["A heading", "the first letter of the", "const a = 1;", "src/add.ts", "That is all."])
      expect(words).toContain(part);
    tty.kill();
  },
);

/** The color codes that were written. 30–37, 90–97 and their backgrounds are the terminal's own palette. */
function coloursIn(written: string): Set<number> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches escape sequences.
  const codes = [...written.matchAll(/\x1b\[([\d;]*)m/g)].flatMap(([, list = ""]) =>
    list.split(";").map(Number),
  );
  return new Set(codes.filter((code) => code >= 30));
}

test.each([
  ["16 colours", { TERM: "xterm", COLORTERM: "" }, []],
  ["truecolor", { TERM: "xterm-256color", COLORTERM: "truecolor" }, []],
  ["a light background", { COLORFGBG: "0;15" }, []],
  ["a dark background", { COLORFGBG: "15;0" }, []],
  ["for who does not tell red from green", {}, ["--theme", "colour-blind"]],
] as const)("[T4] [D4] %s: only colors of the user's own palette", async (_, env, flags) => {
  const tty = await polylog.open(painted, { env, flags });
  await tty.untilText("That is all.");
  const colours = coloursIn(tty.written);
  expect(colours.size).toBeGreaterThan(0);
  for (const code of colours) expect(code < 38 || (code >= 90 && code <= 97)).toBe(true);
  tty.kill();
});

test("[D4] [T4] NO_COLOR: no color codes, and the same text", async () => {
  const [bare, full] = [await polylog.open(painted, { env: { NO_COLOR: "1" } }), await polylog.open(painted)];
  await Promise.all([bare.untilText("That is all."), full.untilText("That is all.")]);
  expect(coloursIn(bare.written)).toEqual(new Set());
  expect(talkIn(bare)).toEqual(talkIn(full));
  bare.kill();
  full.kill();
});

test("[T5] a bell and a notification only reach a user who looks elsewhere", async () => {
  const tty = await polylog.open(await polylog.session("careful"));
  tty.type("first\r");
  await tty.untilText("Number or Enter answers");
  expect(tty.written).not.toContain("\x07");
  tty.type("3");
  await tty.until((it) => it.text().includes("Left alone.") && it.text().includes("› Message"));
  tty.type("second\r\x1b[O");
  await tty.until(
    (it) => it.written.includes("\x07\x1b]9;Run rm notes.txt? · first · careful\x1b\\"),
    "it is called",
  );
  tty.kill();
});

test("[D4] [K6] a screen reader gets an ask in words, once, and no spinner", async () => {
  const tty = await polylog.open(await polylog.session("careful"), { flags: ["--screen-reader"] });
  tty.type("clean up\r");
  await tty.untilText("Number or Enter answers - Esc interrupts");
  const told = tty.text();
  expect(told).toContain("Needs you: Run ");
  expect(told).toContain("1. Allow once\n");
  expect(told).not.toMatch(/[◆❯○›⠀-⣿]/u);
  expect(tty.written.split("Needs you")).toHaveLength(2);
  expect(tty.written.split("Number or Enter answers")).toHaveLength(2);
  tty.kill();
});

test("[T1] a crash restores the terminal and reports the error", async () => {
  const bomb = path.join(polylog.project, "bomb.mjs");
  writeFileSync(bomb, 'process.on("SIGUSR2", () => { throw new Error("It went off."); });');
  const id = await polylog.session("echo");
  const tty = new Tty(["--import", bomb, main, "tui", "--home", polylog.home, "--session", id], {
    cwd: polylog.project,
  });
  await tty.untilText("› Message");
  tty.signal("SIGUSR2");
  expect(await tty.untilExit()).toBe(1);
  const { modes, buffer } = tty.screen;
  expect([modes.bracketedPasteMode, modes.sendFocusMode, buffer.active.type]).toEqual([
    false,
    false,
    "normal",
  ]);
  expect(tty.written.lastIndexOf("\x1b[?25h")).toBeGreaterThan(tty.written.lastIndexOf("\x1b[?25l"));
  expect(tty.text()).toContain("It went off.");
});

test("[K10] Ctrl+G opens the user's editor, and its text returns to the field", async () => {
  const editor = path.join(polylog.project, "editor.sh");
  writeFileSync(
    editor,
    '#!/bin/sh\necho "in the editor"\ncat "$1" > seen.txt\nprintf "two\\nlines\\n" > "$1"\n',
  );
  chmodSync(editor, 0o755);
  const tty = await polylog.open(await polylog.session("echo"), { env: { EDITOR: editor } });
  tty.type("begun");
  await tty.untilText("› begun");
  tty.type("\x07");
  await tty.until((it) => it.inSight().includes("› two") && it.inSight().includes("  lines"));
  tty.type("\r");
  await tty.untilText("Heard.");
  tty.kill();
});

test("[K4] Ctrl+R finds an earlier message", async () => {
  const tty = await polylog.open(await polylog.session("echo"));
  for (const text of ["the blue house", "the green door"]) {
    tty.type(`${text}\r`);
    await tty.until((it) => it.text().includes(`› ${text}`) && it.text().includes("› Message"), text);
  }
  tty.type("\x12");
  await tty.untilText("the green door");
  tty.type("blue");
  await tty.until((it) => !it.inSight().some((line) => line.includes("❯ the green door")));
  tty.type("\r");
  await tty.until((it) => it.inSight().includes("› the blue house"), "the message is in the field");
  tty.kill();
});

test("[K5] the path of an image becomes an image that is sent with the message", async () => {
  const file = path.join(polylog.project, "a dot.png");
  writeFileSync(file, image);
  const id = await polylog.session("echo");
  const tty = await polylog.open(id);
  tty.type(`\x1b[200~'${file}'\x1b[201~`);
  await tty.untilText("[image: a dot.png]");
  tty.type("what is it?\r");
  await tty.untilText("Heard.");
  const [message] = (await client.events.page({ sessionId: id })).events.filter(
    ({ type }) => type === "user_message",
  );
  expect(message).toMatchObject({
    text: "what is it?",
    images: [{ mediaType: "image/png", name: "a dot.png" }],
  });
  tty.kill();
});

test("[K11] Ctrl+S lists open asks first, then sessions; Enter opens the selected one", async () => {
  const busy = await polylog.session("careful");
  await client.chat.send({ projectRoot: polylog.project, sessionId: busy, text: "clean up the notes" });
  while ((await client.asks.list()).asks.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const tty = await polylog.open(await polylog.session("echo"));
  tty.type("\x13");
  await tty.untilText("Type to search");
  tty.type("notes");
  await tty.until((it) => it.inSight().some((line) => /^❯ ◆ .*rm notes\.txt/.test(line)), "the ask is first");
  tty.type("\r");
  await tty.untilText("Number or Enter answers");
  tty.type("1");
  await tty.untilText("Removed.");
  tty.kill();
});
