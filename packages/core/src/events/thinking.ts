import type { EntryBase } from "../conversation/entry.ts";
import { type Stream, streamDelta, streamDone, streamStart } from "../conversation/stream.ts";
import { joinIds } from "../data/join-ids.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup, outcomes } from "./define.ts";
import { readTextDelta } from "./delta.ts";
import { count, flag, id, oneOf, optional, text } from "./fields.ts";

/** Thinking: an agent's reasoning, separate from its messages. */

export interface ThoughtEntry extends EntryBase, Stream {
  readonly kind: "thought";
  /** The model's provider hides the text. */
  readonly redacted: boolean;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    thought: ThoughtEntry;
  }
}

const blockShape = { responseId: id, block: optional(count) };

const thinkingStart = defineEvent({
  type: "thinking_start",
  scope: "run",
  payload: blockShape,
  fold: (draft, event, run) => streamStart(draft, run, "thought", event),
});

const thinkingDelta = defineEvent({
  type: "thinking_delta",
  scope: "run",
  payload: { ...blockShape, offset: count, delta: text },
  quick: readTextDelta,
  supersededKey: (event, runId) => joinIds("thinking", runId, event.responseId, event.block ?? 0),
  fold: (draft, event, run) => streamDelta(draft, run, "thought", event),
});

const thinkingDone = defineEvent({
  type: "thinking_done",
  scope: "run",
  payload: {
    ...blockShape,
    text,
    startedTs: optional(count),
    /** The run's end interrupted it: the text is incomplete. */
    endedBy: optional(oneOf(outcomes)),
    redacted: optional(flag),
    /** Data that the model's provider requires together with the text in the next request. */
    signature: optional(text),
  },
  endsBlock: "thought",
  supersedes: (event, runId) =>
    event.text === "" ? [] : [joinIds("thinking", runId, event.responseId, event.block ?? 0)],
  fold: (draft, event, run) => streamDone(draft, run, "thought", event),
});

export const thinking = eventGroup(
  [thinkingStart, thinkingDelta, thinkingDone],
  [
    defineEntry("thought", (entry) => ({
      icon: "thinking",
      tone: entry.live ? "live" : "quiet",
      text: entry.redacted
        ? "Thought (hidden by the model's provider)"
        : `Thought: ${firstLine(entry.body.toString())}`,
    })),
  ],
);
