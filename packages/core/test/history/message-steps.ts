import type { Step, StepFunction, Writer, WrittenBlock, WrittenRun } from "./writer.ts";
import { pick } from "./writer.ts";

/** Messages of people and agents. */

type Kind = "text" | "thinking";

export const messageSteps = {
  userMessage: (writer, { variant, words }) => {
    const repeated = variant === 5 ? pick(writer.clientMessageIds, 0) : undefined;
    const clientMessageId = variant < 3 ? undefined : (repeated ?? writer.fresh("message"));
    if (clientMessageId !== undefined) writer.clientMessageIds.push(clientMessageId);
    writer.tell({
      type: "user_message",
      text: words,
      clientMessageId,
      hidden: variant === 2 ? true : undefined,
    });
  },
  steer: (writer, step) => {
    const run = writer.run(step);
    writer.say(run, { type: "user_message", text: step.words, delivery: "steer", sender: { kind: "user" } });
  },
  respond: (writer, step) => {
    const run = writer.run(step);
    run.responseId = writer.fresh("response");
    run.nextBlock = 0;
    run.text = null;
    run.thinking = null;
  },
  nextBlock: (writer, step) => {
    writer.run(step).text = null;
  },
  textDelta: (writer, step) => delta(writer, step, "text"),
  textDone: (writer, step) => done(writer, step, "text"),
  thinkingStart: (writer, step) => {
    const run = writer.run(step);
    const { block } = blockOf(run, "thinking");
    writer.say(run, { type: "thinking_start", responseId: run.responseId, block });
  },
  thinkingDelta: (writer, step) => delta(writer, step, "thinking"),
  thinkingDone: (writer, step) => done(writer, step, "thinking"),
} satisfies Record<string, StepFunction>;

function blockOf(run: WrittenRun, kind: Kind): WrittenBlock {
  run[kind] ??= { block: run.nextBlock++, sent: "", last: null };
  return run[kind];
}

function delta(writer: Writer, step: Step, kind: Kind): void {
  const run = writer.run(step);
  const block = blockOf(run, kind);
  block.last = nextPiece(block, step);
  writer.say(run, {
    type: `${kind}_delta`,
    responseId: run.responseId,
    block: block.block || undefined,
    ...block.last,
  });
}

/** A piece as backends send it: mostly the next one, otherwise a repeat, an overlap, one after a loss, or an empty one. */
function nextPiece(block: WrittenBlock, { variant, words }: Step): { offset: number; delta: string } {
  if (variant === 3 && block.last !== null) return block.last;
  if (variant === 6) return { offset: block.sent.length, delta: "" };
  if (variant === 5) block.sent += "lost";
  const offset = variant === 4 ? Math.max(0, block.sent.length - 2) : block.sent.length;
  block.sent += words;
  return { offset, delta: block.sent.slice(offset) };
}

function done(writer: Writer, step: Step, kind: Kind): void {
  const run = writer.run(step);
  const { block, sent } = blockOf(run, kind);
  const { variant, words } = step;
  // Variant 1 only states that the block ended, 2 contains more text than was streamed.
  const text = variant === 1 ? "" : variant === 2 ? sent + words : sent;
  const startedTs = variant === 3 ? 1_772_625_600_000 : undefined;
  const endedBy = variant === 3 ? "cancelled" : undefined;
  const redacted = kind === "thinking" && variant === 4 ? true : undefined;
  const end = { text, startedTs, endedBy, redacted };
  writer.say(run, { type: `${kind}_done`, responseId: run.responseId, block, ...end });
  // After 5 the block continues anyway; after 6 it ends twice.
  if (variant === 6) writer.say(run, { type: `${kind}_done`, responseId: run.responseId, block, text });
  if (variant !== 5) run[kind] = null;
}
