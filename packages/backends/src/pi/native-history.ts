import type { EventBody, Image } from "@polylog/core";
import { contentText, type Native, nameOf, recordOf, recordsOf, textOf } from "../connection/native-value.ts";
import { HistoryBuilder } from "../native-store/history-builder.ts";
import { newRun, newState, type PiState } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";
import { settle } from "./translate/translate-turn.ts";

/** Replays a session's file through the translator that live sessions use. */
export function historyOf(
  lines: readonly Native[],
  { nativeId, agentId }: { readonly nativeId: string; readonly agentId: string },
): HistoryBuilder {
  let state = newState({ agentId, mode: "ask", unique: nativeId });
  const history = new HistoryBuilder();
  const take = (translation: { readonly state: PiState; readonly events: readonly EventBody[] }) => {
    state = translation.state;
    history.add(...translation.events);
  };
  for (const [place, entry] of branchOf(lines).entries()) {
    const message = recordOf(entry.message);
    if (message.role === "user") {
      take(settle(state));
      history.at(entry.timestamp);
      const runId = `pi-${nativeId}-${nameOf(entry.id) ?? place}`;
      history.add(...startOf(message, runId, agentId));
      state = { ...state, run: newRun({ runId, isCancelling: false }) };
    } else {
      history.at(entry.timestamp);
      for (const line of linesFor(entry, message)) take(translate(state, asLine(line)));
    }
  }
  take(settle(state));
  return history;
}

/** Entries form a tree; the last one ends the branch that the person worked on. */
function branchOf(lines: readonly Native[]): Native[] {
  const entries = lines.filter(({ type }) => nameOf(type) !== null && type !== "session");
  // The first version of the format had no tree.
  if (!entries.every(({ id }) => nameOf(id) !== null)) return entries;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const branch: Native[] = [];
  for (let entry = entries.at(-1); entry !== undefined; entry = byId.get(entry.parentId)) {
    branch.push(entry);
    byId.delete(entry.id);
  }
  return branch.reverse();
}

/** The lines that a live program sends for an entry. */
function linesFor(entry: Native, message: Native): Native[] {
  switch (entry.type) {
    case "message":
      if (message.role === "toolResult") {
        const { toolCallId, toolName, content, details, isError } = message;
        return [{ type: "tool_execution_end", toolCallId, toolName, result: { content, details }, isError }];
      }
      return [{ type: "message_end", message }];
    case "custom_message":
      return [{ type: "message_end", message: { ...entry, role: "custom" } }];
    case "compaction":
      return [{ type: "compaction_end", reason: "threshold", result: entry }];
    case "session_info":
      return [{ type: "session_info_changed", name: entry.name }];
    default:
      return [];
  }
}

function startOf(message: Native, runId: string, agentId: string): EventBody[] {
  const images = recordsOf(message.content).flatMap((part): Image[] => {
    const [mediaType, data] = [nameOf(part.mimeType), textOf(part.data)];
    return part.type === "image" && mediaType !== null && data !== null ? [{ mediaType, data }] : [];
  });
  const shown = images.length === 0 ? {} : { images };
  const text = contentText(message.content);
  return [
    { type: "user_message", text, ...shown, delivery: "run", runId, agentId },
    { type: "run_started", trigger: "message", runId, agentId },
  ];
}

function asLine(value: Native) {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}
