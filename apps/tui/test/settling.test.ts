import { type Conversation, emptyConversation, fold } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { Transcript } from "../src/render/transcript.ts";
import { createEncoder } from "../src/terminal/encode.ts";
import { Screen } from "../src/terminal/screen.ts";
import { type Line, lineOf } from "../src/text/style.ts";
import { contextOf, textOf } from "./support/context.ts";
import { eventsOf } from "./support/events.ts";
import { Headless } from "./support/headless.ts";

/** When entries settle, step by step, in three common kinds of conversation, and that settled entries never change. */

type Body = Parameters<typeof eventsOf>[0][number];

interface Step {
  readonly event: Body;
  /** The lines that this step adds to the settled ones. */
  readonly settles: readonly string[];
  /** The live lines below them. */
  readonly live: readonly string[];
}

const started: Step = { event: { type: "run_started" }, settles: [], live: [] };
const said = (text: string): Step => ({
  event: { type: "user_message", text, runId: undefined },
  settles: ["", `› ${text}`],
  live: [],
});
/** The summary of a response is live until something outside the response follows. */
const ended = (...live: readonly string[]): Step => ({
  event: { type: "run_ended", outcome: "completed" },
  settles: [],
  live,
});
const delta = (offset: number, text: string) => ({
  type: "text_delta",
  responseId: "r1",
  offset,
  delta: text,
});

const normal: readonly Step[] = [
  said("Hello"),
  started,
  { event: delta(0, "Good"), settles: [], live: ["", "● Good"] },
  { event: delta(4, " day.\n\nHow"), settles: ["", "● Good day."], live: ["", "  How"] },
  { event: delta(14, " are you?"), settles: [], live: ["", "  How are you?"] },
  {
    event: { type: "text_done", responseId: "r1", text: "Good day.\n\nHow are you?" },
    settles: ["", "  How are you?"],
    live: [],
  },
  {
    event: { type: "usage", model: "opus", inputTokens: 9, outputTokens: 4, costUsd: 0.001 },
    settles: [],
    live: [],
  },
  ended("", "  6.0 s · 13 tokens · $0.0010"),
  {
    event: { type: "user_message", text: "And you?", runId: undefined },
    settles: ["", "  6.0 s · 13 tokens · $0.0010", "", "› And you?"],
    live: [],
  },
];

const read = { callId: "c1", toolName: "Read", input: { file_path: "a.ts" } };
const approval: readonly Step[] = [
  said("Read it"),
  started,
  { event: { type: "tool_call_start", ...read }, settles: [], live: ["", "○ Reading a.ts  1 m 37 s"] },
  {
    event: {
      ...{ type: "permission_request", requestId: "p1", toolName: "Read", callId: "c1", input: read.input },
      options: [
        { optionId: "yes", name: "Allow", kind: "allow_once" },
        { optionId: "no", name: "Reject", kind: "reject_once" },
      ],
    },
    settles: [],
    // The ask itself is shown below the conversation, where it is answered.
    live: ["", "○ Wants to read a.ts  waiting for you"],
  },
  {
    event: { type: "permission_response", requestId: "p1", optionId: "yes" },
    settles: [],
    live: ["", "○ Reading a.ts  1 m 35 s", "◆ Allow once · Read a.ts"],
  },
  {
    event: { type: "tool_result", callId: "c1", toolName: "Read", ok: true, result: "x" },
    settles: ["", "⏺ Read a.ts  1.0 s", "◆ Allow once · Read a.ts"],
    live: [],
  },
  ended("", "  1 tool call · 4.0 s"),
];

const followUp: readonly Step[] = [
  said("Paint"),
  started,
  {
    event: {
      ...{ type: "ask_user", questionId: "q1" },
      questions: [{ question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] }],
    },
    settles: [],
    live: [],
  },
  {
    event: {
      ...{ type: "ask_user_response", questionId: "q1" },
      answers: [{ question: "Which colour?", answer: "blue" }],
    },
    settles: ["", "◆ blue · Which colour?"],
    live: [],
  },
  { event: delta(0, "Blue it is."), settles: [], live: ["", "● Blue it is."] },
  {
    event: { type: "text_done", responseId: "r1", text: "Blue it is." },
    settles: ["", "● Blue it is."],
    live: [],
  },
  ended(),
];

/** The second call ends first; entries after an open call wait for it. */
const gap: readonly Step[] = [
  said("Both"),
  started,
  {
    event: { type: "tool_call_start", callId: "c1", toolName: "Bash", input: { command: "slow" } },
    settles: [],
    live: ["", "○ Running slow  1 m 37 s"],
  },
  {
    event: { type: "tool_call_start", callId: "c2", toolName: "Bash", input: { command: "quick" } },
    settles: [],
    live: ["", "○ Running slow  1 m 37 s", "○ Running quick  1 m 36 s"],
  },
  {
    event: { type: "tool_result", callId: "c2", toolName: "Bash", ok: true, result: "" },
    settles: [],
    live: ["", "○ Running slow  1 m 37 s", "⏺ Ran quick  Completed · 1.0 s"],
  },
  {
    event: { type: "tool_result", callId: "c1", toolName: "Bash", ok: true, result: "" },
    settles: ["", "⏺ Ran slow  Completed · 3.0 s", "⏺ Ran quick  Completed · 1.0 s"],
    live: [],
  },
  ended("", "  2 tool calls · 5.0 s"),
];

const courses = { normal, approval, followUp, gap };

describe.each(Object.entries(courses))("%s", (_, steps) => {
  test("[W1] [D10] settled and live lines at every step", () => {
    const transcript = new Transcript();
    let conversation: Conversation = emptyConversation;
    const seen = eventsOf(steps.map(({ event }) => event)).map((event) => {
      conversation = fold(conversation, event);
      transcript.follow(conversation);
      const context = contextOf(80, conversation);
      const settles = transcript.advance(context);
      return { event: event.type, settles: rows(settles), live: rows(transcript.live(context, 20)) };
    });
    expect(seen).toEqual(steps.map(({ event, settles, live }) => ({ event: event.type, settles, live })));
  });

  test("[W1] [W4] settled lines are written once, counted in bytes", async () => {
    const headless = new Headless(80, 24);
    const encoder = createEncoder({ colors: false, effects: false, links: false });
    const screen = new Screen(80, {
      write: headless.write,
      encoder,
      reflows: true,
      synchronized: false,
      shifts: true,
    });
    const transcript = new Transcript();
    let conversation: Conversation = emptyConversation;
    const standing: string[] = [];
    for (const event of eventsOf(steps.map((step) => step.event))) {
      conversation = fold(conversation, event);
      transcript.follow(conversation);
      const context = contextOf(79, conversation);
      const draw = () => {
        const settled = transcript.advance(context);
        const live = [...transcript.live(context, 20), [], lineOf("› ")];
        screen.draw({ settled, live, cursor: { row: live.length - 1, column: 2 } });
        return rows(settled);
      };
      headless.written = "";
      const fresh = draw();
      // The step does not write lines that were on the screen before.
      for (const line of standing) expect(headless.written).not.toContain(line);
      standing.push(...fresh.map((line) => line.trim()).filter((line) => line !== ""));
      headless.written = "";
      draw();
      expect(headless.written).toBe("");
    }
    await headless.settled();
    const all = steps.flatMap(({ settles }) => settles);
    expect(headless.lines()).toEqual([...all, ...(steps.at(-1)?.live ?? []), "", "›"]);
  });
});

function rows(lines: readonly Line[]): string[] {
  return lines.length === 0 ? [] : textOf(lines).split("\n");
}
