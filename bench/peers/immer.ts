import type { PolylogEvent } from "@polylog/core";
import { produce } from "immer";
import { type Transcript, TranscriptBuilder } from "./transcript.ts";

/** A typical first reducer: a list of entries, changed through immer. */
interface State {
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly kind: "user" | "assistant" | "thought" | "call";
  readonly id: string;
  text: string;
  result: string | null;
}

export function reduceLive(events: readonly PolylogEvent[]): State {
  let state: State = { entries: [] };
  for (const event of events) state = reduce(state, event);
  return state;
}

function reduce(state: State, event: PolylogEvent): State {
  return produce(state, ({ entries }) => {
    switch (event.type) {
      case "user_message":
        entries.push({ kind: "user", id: event.id, text: event.text, result: null });
        break;
      case "thinking_start":
        entries.push({ kind: "thought", id: event.responseId, text: "", result: null });
        break;
      case "thinking_delta":
        open(entries, "thought", event.responseId).text += event.delta;
        break;
      case "thinking_done":
        open(entries, "thought", event.responseId).text = event.text;
        break;
      case "text_delta":
        open(entries, "assistant", event.responseId).text += event.delta;
        break;
      case "text_done":
        open(entries, "assistant", event.responseId).text = event.text;
        break;
      case "tool_call_start":
        open(entries, "call", event.callId).text = JSON.stringify(event.input ?? "");
        break;
      case "tool_input_delta":
      case "tool_output_delta":
        open(entries, "call", event.callId).text += event.delta;
        break;
      case "tool_result":
        open(entries, "call", event.callId).result = event.result ?? "";
        break;
    }
  });
}

/** The entry with that id, which is nearly always near the end. Created if it is missing. */
function open(entries: Entry[], kind: Entry["kind"], id: string): Entry {
  const oldest = Math.max(0, entries.length - 8);
  for (let index = entries.length - 1; index >= oldest; index--) {
    const entry = entries[index] as Entry;
    if (entry.kind === kind && entry.id === id) return entry;
  }
  entries.push({ kind, id, text: "", result: null });
  return entries[entries.length - 1] as Entry;
}

export function transcriptOfImmer({ entries }: State): Transcript {
  const transcript = new TranscriptBuilder();
  for (const { kind, id, text, result } of entries) {
    if (kind === "thought") transcript.think(text);
    else if (kind === "call") transcript.finish(id, result ?? "");
    else transcript.say(kind, text);
  }
  return transcript;
}
