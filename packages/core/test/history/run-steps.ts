import { outcomes } from "../../src/events/define.ts";
import type { Step, StepFunction, Writer, WrittenRun } from "./writer.ts";
import { agentIds, pick } from "./writer.ts";

/** Runs: started, nested, cancelled, ended, and referred to after their end. */

const statuses = [
  "model_loading",
  "thinking",
  "calling_tool",
  "working",
  "idle",
  "waiting_permission",
] as const;

export const runSteps = {
  startRun: (writer, { who, variant }) => {
    const run = writer.begin({ agentId: agentIds[who % 3] as string, runId: writer.fresh("run") });
    writer.say(run, { type: "run_started", trigger: "message", model: variant === 1 ? "opus" : undefined });
    if (variant === 2) writer.say(run, { type: "run_started" });
  },
  unannouncedRun: (writer, { who, words }) => {
    const run = writer.begin({ agentId: agentIds[who % 3] as string, runId: writer.fresh("run") });
    run.text = { block: run.nextBlock++, sent: words, last: null };
    writer.say(run, {
      type: "text_delta",
      responseId: run.responseId,
      block: run.text.block,
      offset: 0,
      delta: words,
    });
  },
  startChild: (writer, step) => {
    const { who, variant, words: task } = step;
    const parent = writer.run(step);
    const callId = variant % 2 === 0 ? pick(parent.calls, who)?.callId : undefined;
    const agentId = agentIds[(who + variant) % 3] as string;
    // Inside a subagent events name the call that started it; not every backend does.
    const parentCallId = variant < 4 ? callId : undefined;
    const child = writer.begin({
      agentId,
      runId: writer.fresh("run"),
      ...(parentCallId && { parentCallId }),
    });
    const childRunId = child.speaker.runId;
    const parentRunId = variant === 6 ? "run-unknown" : parent.speaker.runId;
    if (variant < 4) writer.say(parent, { type: "subagent_spawned", childRunId, callId, task });
    if (variant !== 3)
      writer.say(child, { type: "run_started", parentRunId, parentCallId: callId, trigger: "subagent" });
    if (variant === 5) writer.say(parent, { type: "subagent_spawned", childRunId, callId, task });
  },
  childByCall: (writer, step) => {
    const { agentId, runId } = writer.run(step).speaker;
    const parentCallId = pick(writer.run(step).calls, step.variant)?.callId ?? "call-unknown";
    writer.begin({ agentId, runId, parentCallId });
  },
  endRun: (writer, step) => {
    const run = pick(writer.live, step.who);
    if (run !== undefined) end(writer, run, step);
  },
  cancel: (writer, step) => {
    const run = pick(writer.live, step.who);
    if (run === undefined) return;
    const { variant, words } = step;
    if (variant !== 1)
      writer.say(run, { type: "output_cancelled", reason: variant === 2 ? words : undefined });
    if (variant === 3) writer.say(run, { type: "interrupt", reason: words });
    if (variant !== 4) end(writer, run, { ...step, variant: 2 });
  },
  interrupt: (writer, step) => writer.say(writer.run(step), { type: "interrupt", reason: step.words }),
  subagentResult: (writer, step) => {
    const child = pick([...writer.live, ...writer.ended], step.who);
    const childRunId = child?.speaker.runId ?? "run-unknown";
    const outcome = pick(outcomes, step.variant);
    writer.say(writer.run(step), { type: "subagent_result", childRunId, outcome, result: step.words });
  },
  endAgain: (writer, step) => {
    const run = pick(writer.ended, step.who);
    if (run !== undefined) writer.say(run, { type: "run_ended", outcome: pick(outcomes, step.variant) });
  },
  late: (writer, step) => {
    const run = pick(writer.ended, step.who);
    if (run !== undefined) writer.say(run, lateEvent(run, step));
  },
  status: (writer, step) => {
    const detail = step.variant === 6 ? step.words : undefined;
    writer.say(writer.run(step), { type: "agent_status", status: pick(statuses, step.variant), detail });
  },
  finalize: (writer, step) =>
    writer.say(writer.run(step), { type: "finalize_task", summary: step.words, ok: step.variant > 1 }),
} satisfies Record<string, StepFunction>;

function end(writer: Writer, run: WrittenRun, { variant, words }: Step): void {
  writer.say(run, {
    type: "run_ended",
    outcome: pick(outcomes, variant),
    error: variant === 1 ? { code: "backend_exited", message: words } : undefined,
    usage: variant > 3 ? [usageOf(variant), usageOf(variant + 1)].slice(variant - 4) : undefined,
  });
  writer.end(run);
}

/** The usage of one model call; the price is not always known. */
export function usageOf(variant: number): { model: string; inputTokens: number; outputTokens: number } {
  const model = pick(["opus", "gpt", "constructor"], variant) as string;
  const costUsd = pick([0, undefined, null, 0.1, 0.000_000_3], variant);
  return {
    model,
    // A single request, or a part of a total.
    ...(variant % 2 === 0 ? {} : { responseId: `request-${variant}` }),
    inputTokens: variant,
    outputTokens: variant * 3,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function lateEvent(run: WrittenRun, { variant, words }: Step): { readonly type: string } {
  const { responseId } = run;
  const callId = pick(run.calls, variant)?.callId ?? "call-late";
  const events = [
    { type: "text_delta", responseId, offset: run.text?.sent.length ?? 0, delta: words },
    { type: "tool_result", callId, toolName: "Bash", ok: true, result: words },
    { type: "agent_status", status: "working" },
    { type: "usage", ...usageOf(variant) },
    { type: "change_report", files: [{ path: "a.ts", status: "modified" }] },
    { type: "permission_request", requestId: `late-${callId}`, toolName: "Bash", options: [] },
    { type: "run_started" },
  ];
  return pick(events, variant) as { type: string };
}
