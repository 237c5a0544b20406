import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expandPastes, isLargePaste, pasteName } from "@polylog/core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type AskState, askKey, askText, startAsk } from "../src/asks/ask-state.ts";
import { edit, editorWith, emptyEditor, insert } from "../src/input/editor.ts";
import { editorRows, moveRow } from "../src/input/editor-rows.ts";
import { History } from "../src/input/history.ts";
import { imageAt } from "../src/input/images.ts";
import { runShell, shellNote } from "../src/input/shell.ts";
import { accept, suggest, triggerAt } from "../src/input/suggestions.ts";
import { limits } from "../src/limits.ts";
import { createMenu, menuKey, menuText, shownItems } from "../src/panels/menu.ts";
import { createViewer, viewerKey, viewerLines } from "../src/panels/viewer.ts";
import { type Key, KeyReader, type TerminalInput } from "../src/terminal/keys.ts";
import { lineOf } from "../src/text/style.ts";
import { contextOf, textOf } from "./support/context.ts";
import { conversationOf } from "./support/events.ts";

const none = { ctrl: false, alt: false, shift: false };
const key = (name: string, more: Partial<Key> = {}): Key => ({ ...none, name, ...more });

function read(chunks: readonly string[]): TerminalInput[] {
  const heard: TerminalInput[] = [];
  const reader = new KeyReader((input) => heard.push(input));
  for (const chunk of chunks) reader.push(chunk);
  reader.flush();
  return heard;
}

const keys: readonly (readonly [string, TerminalInput])[] = [
  ["\r", { kind: "key", key: key("enter") }],
  ["\n", { kind: "key", key: key("j", { ctrl: true }) }],
  ["\x1b\r", { kind: "key", key: key("enter", { alt: true }) }],
  ["\x1b[13;2u", { kind: "key", key: key("enter", { shift: true }) }],
  ["\x1b[27;2;13~", { kind: "key", key: key("enter", { shift: true }) }],
  ["\x1b[27u", { kind: "key", key: key("escape") }],
  ["\x1b[99;5u", { kind: "key", key: key("c", { ctrl: true }) }],
  ["\x03", { kind: "key", key: key("c", { ctrl: true }) }],
  ["\t", { kind: "key", key: key("tab") }],
  ["\x1b[Z", { kind: "key", key: key("tab", { shift: true }) }],
  ["\x7f", { kind: "key", key: key("backspace") }],
  ["\x1b[A", { kind: "key", key: key("up") }],
  ["\x1bOB", { kind: "key", key: key("down") }],
  ["\x1b[1;5C", { kind: "key", key: key("right", { ctrl: true }) }],
  ["\x1bb", { kind: "key", key: key("b", { alt: true }) }],
  ["\x1b[3~", { kind: "key", key: key("delete") }],
  ["\x1b[200~two\rlines\x1b[201~", { kind: "paste", text: "two\nlines" }],
  ["\x1b[I", { kind: "focus", focused: true }],
  ["\x1b[O", { kind: "focus", focused: false }],
  ["\x1b]11;rgb:ffff/ffff/ffff\x1b\\", { kind: "answer", text: "11;rgb:ffff/ffff/ffff" }],
  ["\x1b[?62;22c", { kind: "answer", text: "?62;22c" }],
  ["ä日", { kind: "text", text: "ä日" }],
];

test.each(keys)("[K1] %j", (sequence, input) => {
  expect(read([sequence])).toEqual([input]);
});

test("[K1] a sequence in pieces is one key; a lone Esc becomes a key after a moment", () => {
  expect(read(["\x1b", "[", "1;5", "C"])).toEqual([{ kind: "key", key: key("right", { ctrl: true }) }]);
  expect(read(["\x1b[200~a", "b\x1b[20", "1~c"])).toEqual([
    { kind: "paste", text: "ab" },
    { kind: "text", text: "c" },
  ]);
  vi.useFakeTimers();
  const heard: TerminalInput[] = [];
  new KeyReader((input) => heard.push(input)).push("\x1b");
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(limits.escapeMs);
  vi.useRealTimers();
  expect(heard).toEqual([{ kind: "key", key: key("escape") }]);
});

test("[K1] no input throws, however it is split", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          unit: fc.constantFrom("\x1b", "[", "]", "O", "1", ";", "~", "u", "a", "\r", "\x07", "2", "0", "ä"),
        }),
      ),
      (chunks) => {
        read(chunks);
      },
    ),
  );
});

test("[K2] shell-style editing works over several lines and whole characters", () => {
  const text = "one two\nthree 👩‍💻";
  const at = (caret: number) => ({ ...editorWith(text), caret });
  const after = (caret: number, pressed: Key) => {
    const { text: left, caret: now } = edit(at(caret), pressed) ?? emptyEditor;
    return [left, now];
  };
  expect(after(text.length, key("backspace"))).toEqual(["one two\nthree ", 14]);
  expect(after(7, key("w", { ctrl: true }))).toEqual(["one \nthree 👩‍💻", 4]);
  expect(after(11, key("u", { ctrl: true }))).toEqual(["one two\nee 👩‍💻", 8]);
  expect(after(3, key("k", { ctrl: true }))).toEqual(["one\nthree 👩‍💻", 3]);
  expect(after(11, key("a", { ctrl: true }))).toEqual([text, 8]);
  expect(after(0, key("e", { ctrl: true }))).toEqual([text, 7]);
  expect(after(0, key("right", { alt: true }))).toEqual([text, 3]);
  expect(insert(at(3), "\x1b[2J!").text).toBe("one! two\nthree 👩‍💻");
});

test("[K2] Up and Down move by visible rows", () => {
  const editor = { ...editorWith("abcdefghij\nxy"), caret: 7 };
  expect(editorRows(editor, 4)).toEqual({
    rows: [
      { text: "abcd", start: 0 },
      { text: "efgh", start: 4 },
      { text: "ij", start: 8 },
      { text: "xy", start: 11 },
    ],
    row: 1,
    column: 3,
  });
  expect(moveRow(editor, 4, -1)?.caret).toBe(3);
  expect(moveRow(editor, 4, 1)?.caret).toBe(10);
  expect(moveRow({ ...editor, caret: 0 }, 4, -1)).toBeNull();
});

test("[K3] a large paste is shown as one word and sent in full", () => {
  const text = Array.from({ length: 30 }, (_, at) => `line ${at} $&`).join("\n");
  expect([isLargePaste(text, limits), isLargePaste("short", limits)]).toEqual([true, false]);
  const name = pasteName(text, new Map());
  expect(name).toBe("[Pasted text #1 +30 lines]");
  expect(expandPastes(`see ${name}!`, new Map([[name, text]]))).toBe(`see ${text}!`);
});

test("[K4] earlier messages come back, also after a restart", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-history-"));
  const file = path.join(folder, "history");
  const first = new History(file);
  for (const text of ["one", "two\nlines", "two\nlines"]) first.add(text);
  const history = new History(file);
  expect(history.all).toEqual(["one", "two\nlines"]);
  expect([
    history.previous("draft"),
    history.previous(""),
    history.previous(""),
    history.next(),
    history.next(),
    history.next(),
  ]).toEqual(["two\nlines", "one", null, "two\nlines", "draft", null]);
  writeFileSync(file, "not json");
  expect(new History(file).all).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("[K4] typing filters a list", () => {
  const menu = createMenu(
    "Messages",
    ["fix the tests", "write docs", "fix a bug"].map((name) => ({ id: name, name, detail: "" })),
  );
  const typed = menuText(menu, "fix");
  expect(shownItems(typed).map(({ id }) => id)).toEqual(["fix a bug", "fix the tests"]);
  expect(menuKey(menuKeyed(typed, key("down")), key("enter"))).toEqual({
    choice: { id: "fix the tests", name: "fix the tests", detail: "" },
  });
  expect(menuKey(typed, key("escape"))).toEqual({ closed: true });
});

function menuKeyed(menu: Parameters<typeof menuKey>[0], pressed: Key) {
  const step = menuKey(menu, pressed);
  if (!("menu" in step)) throw new Error("the menu is closed");
  return step.menu;
}

test("[K5] suggestions appear at the caret and replace the typed word", () => {
  const files = ["src/app.ts", "src/add.ts", "README.md"].map((name) => ({
    name: `@${name}`,
    detail: "",
    insert: `@${name} `,
  }));
  const editor = editorWith("look at @add");
  const trigger = triggerAt(editor);
  if (trigger === null) throw new Error("nothing is offered");
  const offered = suggest(trigger, files);
  expect(offered?.items.map(({ name }) => name)).toEqual(["@src/add.ts", "@README.md"]);
  expect(offered === null ? null : accept(editor, offered).text).toBe("look at @src/add.ts ");
  expect([
    triggerAt(editorWith("/mo"))?.kind,
    triggerAt(editorWith("a /mo")),
    triggerAt(editorWith("a@b")),
  ]).toEqual(["command", null, null]);
});

test("[K5] a ! command runs in the folder, and the agent receives its output", async () => {
  const result = await runShell("echo hello; exit 3", os.tmpdir()).ended;
  expect(result).toEqual({ output: "hello\n", exitCode: 3, stopped: null });
  expect(shellNote("echo hello", result)).toBe("I ran `echo hello` (exit code 3):\n```\nhello\n```");
});

/** A command that has started another one, which has printed its process id. */
function nested(within?: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-shell-"));
  const file = path.join(folder, "pid");
  const run = runShell(
    `sh -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; sleep 1000'; true`,
    folder,
    within,
  );
  const pid = async () => {
    await expect.poll(() => existsSync(file)).toBe(true);
    return Number(readFileSync(file, "utf8"));
  };
  return { run, pid, folder };
}

const isThere = (pid: number) =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";

test("[K5] Esc, a timeout and quitting stop a ! command with its child processes", async () => {
  const stopped = nested();
  const killed = nested();
  const pids = [await stopped.pid(), await killed.pid()];
  expect(pids.map(isThere)).toEqual([true, true]);
  stopped.run.stop();
  killed.run.kill();
  expect(await stopped.run.ended).toEqual({ output: "", exitCode: null, stopped: "person" });
  expect(await killed.run.ended).toEqual({ output: "", exitCode: null, stopped: null });
  const late = nested(0);
  expect(await late.run.ended).toEqual({ output: "", exitCode: null, stopped: "time" });
  await expect.poll(() => pids.map(isThere)).toEqual([false, false]);
  for (const { folder } of [stopped, killed, late]) rmSync(folder, { recursive: true });
});

test("[K5] only the path of an image becomes an image", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-image-"));
  writeFileSync(path.join(folder, "a b.png"), "png");
  expect(imageAt("'a b.png' ", folder)).toEqual({ mediaType: "image/png", data: "cG5n", name: "a b.png" });
  expect([imageAt("missing.png", folder), imageAt("words", folder)]).toEqual([null, null]);
  rmSync(folder, { recursive: true });
});

const asking = conversationOf([
  { type: "run_started" },
  {
    type: "permission_request",
    requestId: "p",
    toolName: "Bash",
    input: { command: "ls" },
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  },
  { type: "ask_user", questionId: "q", questions: [{ question: "Why?", options: [] }] },
]);
const [permission, question] = asking.main.entries.slice().filter((entry) => "askId" in entry);

test("[K6] [K7] a number, Enter or a note answers a permission", () => {
  if (permission === undefined) throw new Error("there is no ask");
  const state = startAsk(permission);
  expect(askText(permission, state, "2")?.answer).toEqual({ kind: "permission", optionId: "no" });
  expect(askKey(permission, state, key("enter"))?.answer).toEqual({ kind: "permission", optionId: "yes" });
  expect(askText(permission, state, "9")).toBeNull();
  const noting = askText(permission, state, "3")?.state ?? state;
  const written = askText(permission, noting, "use rm 1")?.state ?? state;
  expect(askKey(permission, written, key("enter"))?.answer).toEqual({
    kind: "permission",
    optionId: "no",
    note: "use rm 1",
  });
  expect(askKey(permission, written, key("escape"))?.state.writing).toBeNull();
});

test("[S18] [K6] no number selects a hidden option, and no number changes its meaning", () => {
  const kinds = ["reject_once", "allow_always", "allow_session", "allow_once", "reject_always"];
  const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
  const input = { command: "rm -rf build; ls" };
  const [entry] = conversationOf([
    { type: "run_started" },
    { type: "permission_request", requestId: "p", toolName: "Bash", input, options },
  ])
    .main.entries.slice()
    .filter((each) => "askId" in each);
  if (entry === undefined) throw new Error("there is no ask");
  const state = startAsk(entry);
  const optionOf = (from: AskState, text: string) => {
    const answer = askText(entry, from, text)?.answer;
    return answer?.kind === "permission" ? answer.optionId : null;
  };
  const first = ["allow_once", "allow_session", "reject_once"];
  expect(["1", "2", "3", "4", "5", "6"].map((text) => optionOf(state, text))).toEqual([
    ...first,
    ...[null, null, null],
  ]);
  const unfolded = askText(entry, state, "4")?.state ?? state;
  expect(["1", "2", "3", "4", "5"].map((text) => optionOf(unfolded, text))).toEqual([
    ...first,
    ...["allow_always", "reject_always"],
  ]);
  expect(askKey(entry, unfolded, key("enter"))?.answer).toEqual({
    kind: "permission",
    optionId: "allow_always",
  });
  const more = askKey(entry, { ...state, row: 3 }, key("enter"))?.state;
  expect(more?.isExpanded).toBe(true);
});

test("[K14] Left and Right only change the scope of a lasting answer", () => {
  const options = [
    { optionId: "once", name: "Allow", kind: "allow_once" },
    { optionId: "always", name: "Always allow", kind: "allow_always" },
  ];
  const input = { command: "git status --short" };
  const request = { type: "permission_request", requestId: "p", toolName: "Bash", input, options };
  const [entry] = conversationOf([{ type: "run_started" }, request])
    .main.entries.slice()
    .filter((each) => "askId" in each);
  if (entry === undefined || permission === undefined) throw new Error("there is no ask");
  const after = (...names: readonly string[]) =>
    names.reduce((state, name) => askKey(entry, state, key(name))?.state ?? state, startAsk(entry));
  const always = (...names: readonly string[]) => askText(entry, after(...names), "2")?.answer;
  const answer = { kind: "permission", optionId: "always" };
  expect(always()).toEqual({ ...answer, offer: { match: "exact", pattern: "git status --short" } });
  expect(always("right")).toEqual({ ...answer, offer: { match: "prefix", pattern: "git status" } });
  expect(always("left")).toEqual({ ...answer, offer: { match: "prefix", pattern: "git" } });
  expect(always("left", "right")).toEqual(always());
  expect(askText(entry, after("right"), "1")?.answer).toEqual({ kind: "permission", optionId: "once" });
  expect(askKey(permission, startAsk(permission), key("right"))).toBeNull();
});

test("[K7] a plan can be rejected with a note; an empty note sends nothing", () => {
  const [plan] = conversationOf([
    { type: "run_started" },
    { type: "plan_update", planId: "l", entries: [], text: "1. Do it", awaitsApproval: true },
  ])
    .main.entries.slice()
    .filter((entry) => "askId" in entry);
  if (plan === undefined) throw new Error("there is no ask");
  const noting = askText(plan, startAsk(plan), "4")?.state ?? startAsk(plan);
  expect(askKey(plan, noting, key("enter"))?.answer).toBeNull();
  const written = askText(plan, noting, "Use a")?.state ?? noting;
  expect(askKey(plan, written, key("enter"))?.answer).toEqual({
    kind: "plan",
    decision: "reject",
    note: "Use a",
  });
  const editing = askText(plan, startAsk(plan), "3")?.state ?? startAsk(plan);
  expect(askKey(plan, editing, key("enter"))?.answer).toEqual({
    kind: "plan",
    decision: "edit",
    plan: "1. Do it",
  });
});

test("[K7] a question without options is answered with text", () => {
  if (question === undefined) throw new Error("there is no ask");
  const state = askText(question, startAsk(question), "Because")?.state ?? startAsk(question);
  expect(askKey(question, state, key("enter"))?.answer).toEqual({
    kind: "question",
    answers: [{ question: "Why?", answer: "Because" }],
  });
});

test("[W3] a full-screen page scrolls within the window", () => {
  const viewer = createViewer(
    "All",
    Array.from({ length: 50 }, (_, at) => lineOf(`line ${at}`)),
    true,
  );
  const shown = viewerLines(viewer, contextOf(60), 10);
  expect(shown).toHaveLength(10);
  expect(textOf(shown)).toContain("43–50 of 50");
  const up = viewerKey(viewer, key("home"), 10);
  expect(up === null ? "" : textOf(viewerLines(up, contextOf(60), 10))).toContain("1–8 of 50");
  expect(viewerKey(viewer, key("escape"), 10)).toBeNull();
});
