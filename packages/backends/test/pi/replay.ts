import type { EventBody } from "@polylog/core";
import { newState, withCancel, withPrompt, withRefusal } from "../../src/pi/translate/state.ts";
import { translate } from "../../src/pi/translate/translate.ts";
import { settle } from "../../src/pi/translate/translate-turn.ts";
import type { RecordedLine } from "../record/fixture.ts";
import { lineOf } from "./lines.ts";

interface ClientLine {
  readonly type: string;
  readonly id?: string;
  readonly value?: string;
}

/** Translates a recording. Our own lines show which runs there were and which calls were denied. */
export function replayPi(lines: readonly RecordedLine[]): EventBody[] {
  let state = newState({ agentId: "agent", mode: "ask", unique: "process" });
  let runs = 0;
  const events: EventBody[] = [];
  const asked = new Map<string, string | null>();
  for (const { dir, line } of lines) {
    if (dir === "out") {
      const { ask, reply, ...told } = translate(state, lineOf(line));
      const isIdle = reply?.data.isStreaming === false && state.run !== null && !state.run.isRetrying;
      const { state: next, events: more } = isIdle ? settle(state) : told;
      state = next;
      events.push(...more);
      if (ask !== undefined) asked.set(ask.id, ask.callId);
      continue;
    }
    const { type, id = "", value } = line as ClientLine;
    if (type === "prompt") state = withPrompt(state, `run${++runs}`);
    if (type === "abort") state = withCancel(state, `run${runs}`);
    if (type === "extension_ui_response" && value !== undefined && value !== "allow") {
      state = withRefusal(state, asked.get(id) ?? null, "permission_denied");
    }
  }
  return events;
}
