import type { Step, StepFunction, Writer, WrittenCall, WrittenRun } from "./writer.ts";
import { pick } from "./writer.ts";

/** Tool calls of agents. */

const toolNames = ["Bash", "mcp__acp__Read", "mcp__github__search", "Task"] as const;
const inputs = [
  undefined,
  {},
  { command: "ls" },
  { path: "a.ts", nested: [{ deep: [1, null] }] },
  null,
  "raw",
] as const;

export const toolSteps = {
  callStart: (writer, step) => {
    const run = writer.run(step);
    start(writer, run, run.calls.find((call) => !call.started) ?? newCall(writer, run, step), step);
  },
  callStartAgain: (writer, step) => {
    const run = writer.run(step);
    start(writer, run, pick(run.calls, step.variant) ?? newCall(writer, run, step), step);
  },
  inputDelta: (writer, step) => grow(writer, step, "input"),
  outputDelta: (writer, step) => grow(writer, step, "output"),
  // Codex streams a command's output before the item that announces the command.
  earlyOutput: (writer, step) => {
    newCall(writer, writer.run(step), step);
    grow(writer, { ...step, variant: 2 }, "output");
  },
  outputReset: (writer, step) => {
    const run = writer.run(step);
    const call = pick(run.calls, step.variant);
    if (call === undefined) return;
    call.output = step.words;
    writer.say(run, {
      type: "tool_output_delta",
      callId: call.callId,
      offset: 0,
      delta: step.words,
      reset: true,
    });
  },
  progress: (writer, step) => {
    const run = writer.run(step);
    const callId = pick(run.calls, step.variant)?.callId ?? "call-unknown";
    writer.say(run, { type: "tool_progress", callId, elapsedMs: step.variant * 100, message: step.words });
  },
  result: (writer, step) => {
    const run = writer.run(step);
    const open = run.calls.filter((call) => call.started && !call.done);
    const call = pick(open, step.variant) ?? newCall(writer, run, step);
    finish(writer, run, call, step);
  },
  resultAgain: (writer, step) => {
    const run = writer.run(step);
    const call = pick(run.calls, step.variant);
    if (call !== undefined) finish(writer, run, call, step);
  },
} satisfies Record<string, StepFunction>;

function newCall(writer: Writer, run: WrittenRun, { variant }: Step): WrittenCall {
  const toolName = pick(toolNames, variant) as string;
  const call = { callId: writer.fresh("call"), toolName, started: false, done: false, input: "", output: "" };
  run.calls.push(call);
  return call;
}

function start(writer: Writer, run: WrittenRun, call: WrittenCall, { variant, words }: Step): void {
  call.started = true;
  writer.say(run, {
    type: "tool_call_start",
    callId: call.callId,
    toolName: call.toolName,
    responseId: run.responseId,
    title: variant === 1 ? words : undefined,
    input: pick(inputs, variant),
    locations: variant === 2 ? [{ path: "a.ts", line: 3 }] : undefined,
    content: variant === 3 ? [{ type: "diff", path: "a.ts", oldText: "", newText: words }] : undefined,
  });
}

function grow(writer: Writer, step: Step, stream: "input" | "output"): void {
  const run = writer.run(step);
  const call = run.calls.at(-1 - (step.variant % 2));
  if (call === undefined) return;
  const { variant, words } = step;
  if (variant === 5) call[stream] += "lost";
  const back = variant === 3 ? 2 : variant === 4 ? call[stream].length : 0;
  const offset = Math.max(0, call[stream].length - back);
  if (variant !== 4) call[stream] += words;
  const toolName = variant === 2 ? call.toolName : undefined;
  const delta = call[stream].slice(offset);
  writer.say(run, { type: `tool_${stream}_delta`, callId: call.callId, toolName, offset, delta });
}

function finish(writer: Writer, run: WrittenRun, call: WrittenCall, { variant, words }: Step): void {
  call.done = true;
  call.started = true;
  const ok = variant !== 1 && variant !== 2;
  writer.say(run, {
    type: "tool_result",
    callId: call.callId,
    toolName: call.toolName,
    ok,
    result: variant === 2 || variant === 3 ? undefined : call.output + words,
    error: variant === 2 ? { code: "tool_interrupted", message: words } : undefined,
    content: variant === 4 ? [{ type: "text", text: words }] : undefined,
    truncated: variant === 5 ? { totalChars: 9_000 } : undefined,
    exitCode: ok ? 0 : -1,
    durationMs: variant * 10,
  });
}
