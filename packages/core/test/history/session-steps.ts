import { usageOf } from "./run-steps.ts";
import type { StepFunction } from "./writer.ts";
import { agentIds, pick } from "./writer.ts";

/** The session around the conversation: settings, usage, checkpoints, exchanges, remarks, and unknown events. */

const choices = [
  { id: "plan", name: "Plan" },
  { id: "__proto__", name: "Act" },
] as const;

export const sessionSteps = {
  meta: (writer, { who, variant }) => {
    const modes = variant % 2 === 0 ? choices : undefined;
    const currentModeId = pick(["plan", "__proto__", undefined], variant);
    const capabilities = variant === 3 ? { images: true } : undefined;
    writer.tell({ type: "session_meta", agentId: pick(agentIds, who), modes, currentModeId, capabilities });
  },
  mode: (writer, { who, variant }) =>
    writer.tell({
      type: "mode_change",
      agentId: pick(agentIds, who),
      modeId: pick(["plan", "act"], variant),
    }),
  model: (writer, { who, variant }) =>
    writer.tell({
      type: "model_change",
      agentId: pick(agentIds, who),
      modelId: pick(["opus", "gpt"], variant),
    }),
  commands: (writer, { who, words }) =>
    writer.tell({
      type: "commands_update",
      agentId: pick(agentIds, who),
      commands: [{ name: "init", description: words }],
    }),
  title: (writer, { words }) => writer.tell({ type: "title", title: words }),
  queue: (writer, { who, variant, words }) => {
    const items = variant === 0 ? [] : [{ itemId: writer.fresh("item"), text: words }];
    const paused = pick([undefined, null, { reason: "cancelled" }], variant);
    writer.tell({ type: "queue_updated", agentId: pick(agentIds, who), items, paused });
  },
  idlePrompt: (writer, { words }) =>
    writer.tell({ type: "idle_prompt_triggered", missionId: "m", prompt: words }),
  todo: (writer, step) =>
    writer.say(writer.run(step), {
      type: "todo_update",
      items: [{ content: step.words, status: "in_progress" }],
    }),
  checkpoint: (writer, { variant }) =>
    writer.tell({ type: "checkpoint_saved", hash: pick(["abc", " abc ", "def", ""], variant) }),
  changes: (writer, step) =>
    writer.say(writer.run(step), { type: "change_report", files: [{ path: step.words, status: "added" }] }),
  exchange: (writer, step) => {
    const run = writer.run(step);
    const known = step.variant === 6 ? pick(writer.exchangeIds, 0) : undefined;
    const exchangeId = known ?? writer.fresh("exchange");
    writer.exchangeIds.push(exchangeId);
    writer.say(run, {
      type: "agent_message",
      exchangeId,
      fromAgentId: run.speaker.agentId,
      toAgentId: "pi",
      content: step.words,
      mode: step.variant % 2 === 0 ? "sync" : "async",
      state: step.variant === 3 ? "queued" : undefined,
      targetRunId: step.variant === 1 ? `${exchangeId}-run` : undefined,
    });
  },
  callback: (writer, { who, variant, words }) => {
    const exchangeId = pick(writer.exchangeIds, who) ?? "exchange-unknown";
    const status = pick([undefined, "timeout", "failed", "cancelled"], variant);
    writer.tell({ type: "agent_callback_result", exchangeId, result: words, status });
  },
  usage: (writer, step) => writer.say(writer.run(step), { type: "usage", ...usageOf(step.variant) }),
  context: (writer, step) =>
    writer.say(writer.run(step), {
      type: "context_usage",
      usedTokens: step.variant * 100,
      windowTokens: 1_000,
    }),
  compaction: (writer, step) =>
    writer.say(writer.run(step), { type: "compaction", trigger: "auto", summary: step.words }),
  fallback: (writer, step) =>
    writer.say(writer.run(step), {
      type: "model_fallback",
      preferred: "opus",
      actual: "gpt",
      reason: step.words,
    }),
  retry: (writer, step) => writer.say(writer.run(step), { type: "api_retry", attempt: step.variant }),
  error: (writer, step) => {
    const event = {
      type: "error",
      code: "overloaded",
      message: step.words,
      retryable: step.variant % 2 === 0,
    };
    if (step.variant === 0) writer.tell(event);
    else writer.say(writer.run(step), event);
  },
  notice: (writer, step) => {
    const event = { type: "notice", text: step.words, level: step.variant === 1 ? "warning" : undefined };
    if (step.variant % 2 === 0) writer.tell(event);
    else writer.say(writer.run(step), event);
  },
  raw: (writer, step) => writer.say(writer.run(step), { type: "backend_raw", line: step.words }),
  future: (writer, step) => {
    // An unknown type, or a known type with a newer shape.
    const event =
      step.variant % 2 === 0 ? { type: "hologram", words: step.words } : { type: "title", v: 2, title: 7 };
    if (step.variant < 3) writer.tell(event);
    else writer.say(writer.run(step), event);
  },
} satisfies Record<string, StepFunction>;
