import type { StepFunction, Writer, WrittenAsk } from "./writer.ts";
import { pick } from "./writer.ts";

/** Asks of all kinds, and the answers they get: right, wrong, repeated, missing. */

const outcomes = [undefined, undefined, "answered", "cancelled", "expired"] as const;
const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
] as const;

export const askSteps = {
  permission: (writer, step) => {
    const run = writer.run(step);
    const requestId = askId(writer, "permission", step.variant);
    const callId = pick(run.calls, step.variant)?.callId;
    const input = { command: step.words };
    writer.say(run, { type: "permission_request", requestId, callId, toolName: "Bash", input, options });
  },
  question: (writer, step) => {
    const questionId = askId(writer, "question", step.variant);
    const questions = [
      { question: step.words, options: [{ label: "a" }, { label: "b" }], multiSelect: true },
    ];
    writer.say(writer.run(step), { type: "ask_user", questionId, questions });
  },
  planApproval: (writer, step) => {
    const planId = askId(writer, "plan", step.variant);
    writer.say(writer.run(step), {
      type: "plan_update",
      planId,
      entries: [],
      text: step.words,
      awaitsApproval: true,
    });
  },
  plan: (writer, step) => {
    const planId = pick(writer.asks, step.variant)?.askId ?? "plan";
    const entries = [{ content: step.words, status: "pending" }];
    writer.say(writer.run(step), { type: "plan_update", planId, entries });
  },
  answer: (writer, { who, variant, words }) => {
    const ask = pick(writer.asks, who) ?? { kind: "permission", askId: "ask-unknown" };
    const outcome = pick(outcomes, variant);
    const by = variant === 1 ? { kind: "user", id: "ada" } : undefined;
    const kind = variant === 6 ? "question" : ask.kind;
    writer.tell({ ...response(kind, ask.askId, words), outcome, by });
  },
} satisfies Record<string, StepFunction>;

function askId(writer: Writer, kind: WrittenAsk["kind"], variant: number): string {
  const known = variant === 6 ? pick(writer.asks, variant) : undefined;
  const ask = { kind, askId: known?.askId ?? writer.fresh("ask") };
  writer.asks.push(ask);
  return ask.askId;
}

function response(kind: WrittenAsk["kind"], id: string, words: string): { type: string } {
  const responses = {
    permission: { type: "permission_response", requestId: id, optionId: "yes", note: words },
    question: {
      type: "ask_user_response",
      questionId: id,
      answers: [{ question: words, answer: ["a", words] }],
    },
    plan: { type: "plan_response", planId: id, decision: "edit", plan: words },
  };
  return responses[kind];
}
