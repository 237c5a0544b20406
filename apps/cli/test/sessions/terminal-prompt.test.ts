import { PassThrough } from "node:stream";
import { type AskEntry, askProject, describeAsk, emptyConversation } from "@polylog/core";
import { expect, test } from "vitest";
import { TerminalPrompt } from "../../src/run/terminal-prompt.ts";

/** Asks in a terminal, and the meaning of typed lines. */

const base = {
  key: "k",
  seq: 1,
  ts: 1,
  agentId: "a",
  runId: "r",
  live: true,
  endedBy: null,
  callId: null,
  answer: null,
};
const permission: AskEntry = {
  ...{
    ...base,
    kind: "permission",
    askId: "p",
    toolName: "Bash",
    description: null,
    optionId: null,
    note: null,
    cut: null,
  },
  input: { command: "rm a\u001b[2J" },
  options: [
    { optionId: "yes", name: "Allow once", kind: "allow_once" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ],
};
const question: AskEntry = {
  ...{ ...base, kind: "question", askId: "q", answers: [] },
  questions: [
    { question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] },
    { question: "Why?", options: [] },
  ],
};
const plan: AskEntry = {
  ...{ ...base, kind: "plan", askId: "l", planId: "l", items: [], text: "First this.", awaitsApproval: true },
  ...{ decision: null, editedPlan: null, note: null },
};
const never = new Promise<null>(() => undefined);

function atTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const person = new TerminalPrompt(input, output);
  let shown = "";
  output.on("data", (text) => {
    shown += String(text);
  });
  const project = askProject("/code/shop");
  const ask = (entry: AskEntry, settled: Promise<null>) =>
    person.ask(entry, describeAsk(entry, { conversation: emptyConversation, project }), settled);
  return { ask, input, shown: () => shown };
}

test("a number selects an option; other input asks again; hidden characters are named", async () => {
  const { ask, input, shown } = atTerminal();
  const asked = ask(permission, never);
  for (const line of ["7\n", "\n", "2\n"]) {
    await new Promise(setImmediate);
    input.write(line);
    await new Promise(setImmediate);
  }
  expect(await asked).toEqual({ kind: "permission", optionId: "no" });
  const again = "Number: ".repeat(3);
  expect(shown()).toBe(
    "\nRun rm a⟨U+001B escape⟩[2J\nshop · a\nFolder: /code/shop\nCommand: rm a⟨U+001B escape⟩[2J\n" +
      `  1  Allow once\n  2  Reject\n${again}`,
  );
});

test("[S31] polylog run shows a long command, a second field and a carriage return in full", async () => {
  const { ask, shown } = atTerminal();
  const command = `echo ok\r${"x".repeat(3000)}; rm -rf /`;
  const asked: AskEntry = {
    ...permission,
    toolName: "Bash\u001b[31m",
    input: { command, target: "prod", env: { DEBUG: "1" } },
    options: [...permission.options, { optionId: "all", name: "Reject", kind: "allow_always" }],
  };
  void ask(asked, never);
  await expect.poll(shown).toContain("Number: ");
  const named = command.replace("\r", "⟨U+000D carriage return⟩");
  const tool = "Bash⟨U+001B escape⟩[31m";
  expect(shown().split("\n").slice(3)).toEqual([
    "Folder: /code/shop",
    `Tool: ${tool}`,
    `command: ${named}`,
    "target: prod",
    "env:",
    "  {",
    '    "DEBUG": "1"',
    "  }",
    "  1  Allow once",
    "  2  Always allow: Reject (Allows exactly this input in every project without asking)",
    "  3  Reject",
    "Number: ",
  ]);
});

test("questions are asked in turn and accept a number or text; a plan can be approved or rejected", async () => {
  const { ask, input } = atTerminal();
  const asks = [ask(question, never), ask(plan, never), ask(plan, never)];
  for (const line of ["2\n", "because\n", "1\n", "2\n"]) {
    await new Promise(setImmediate);
    input.write(line);
    await new Promise(setImmediate);
  }
  expect(await Promise.all(asks)).toEqual([
    {
      kind: "question",
      answers: [
        { question: "Which colour?", answer: "blue" },
        { question: "Why?", answer: "because" },
      ],
    },
    { kind: "plan", decision: "approve" },
    { kind: "plan", decision: "reject" },
  ]);
});

test("an ask that was settled elsewhere or whose terminal has closed returns no answer", async () => {
  const { ask, input } = atTerminal();
  expect(await ask(permission, Promise.resolve(null))).toBe(null);
  input.end();
  expect(await ask(permission, never)).toBe(null);
});
