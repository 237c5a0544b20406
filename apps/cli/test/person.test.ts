import { PassThrough } from "node:stream";
import type { AskEntry } from "@polylog/core";
import { expect, test } from "vitest";
import { Person } from "../src/run/person.ts";

/** What is asked in a terminal, and what the lines that are typed mean. */

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
  const person = new Person(input, output);
  let shown = "";
  output.on("data", (text) => {
    shown += String(text);
  });
  return { person, input, shown: () => shown };
}

test("a number chooses; what is no number of the list is asked for again; nothing hidden is shown", async () => {
  const { person, input, shown } = atTerminal();
  const asked = person.ask(permission, never);
  for (const line of ["7\n", "\n", "2\n"]) {
    await new Promise(setImmediate);
    input.write(line);
    await new Promise(setImmediate);
  }
  expect(await asked).toEqual({ kind: "permission", optionId: "no" });
  const again = "Number: ".repeat(3);
  expect(shown()).toBe(`\nBash wants to run:\n  rm a[2J\n  1  Allow once\n  2  Reject\n${again}`);
});

test("a question takes a number or words, each question in turn; a plan is approved or rejected", async () => {
  const { person, input } = atTerminal();
  const asks = [person.ask(question, never), person.ask(plan, never), person.ask(plan, never)];
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

test("an ask that was settled elsewhere, or whose terminal is gone, has no answer", async () => {
  const { person, input } = atTerminal();
  expect(await person.ask(permission, Promise.resolve(null))).toBe(null);
  input.end();
  expect(await person.ask(permission, never)).toBe(null);
});
