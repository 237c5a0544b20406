import type { EventBody } from "@polylog/core";
import type { ClaudeState } from "../../src/claude/translate/state.ts";
import { newState, withDenial, withPrompt } from "../../src/claude/translate/state.ts";
import { translate } from "../../src/claude/translate/translate.ts";
import { polylogToolName } from "../../src/polylog-tools/tool-name.ts";
import type { RecordedLine } from "../record/fixture.ts";

/** The tools that the scenarios use. */
const polylogTools = new Set(["test_greet", "test_fail", "test_wait"].map(polylogToolName));

interface ClientLine {
  readonly type: string;
  readonly uuid: string;
  readonly response?: {
    readonly request_id: string;
    readonly response: { behavior?: string; message?: string };
  };
}

/** Translates a recording. Our own lines show which runs there were and which calls were denied. */
export function replayClaude(lines: readonly RecordedLine[]): EventBody[] {
  let state = newState({ agentId: "agent", mode: "ask", resumed: false, polylogTools });
  let runs = 0;
  const events: EventBody[] = [];
  const asked = new Map<string, string | null>();
  for (const { dir, line } of lines) {
    const text = JSON.stringify(line);
    if (dir === "in") {
      const { type, uuid, response } = line as ClientLine;
      if (type === "user") state = heard(state, uuid, () => `run${++runs}`);
      const { behavior, message = "" } = response?.response ?? {};
      if (behavior === "deny")
        state = withDenial(state, asked.get(response?.request_id ?? "") ?? null, message);
      continue;
    }
    const told = translate(state, { text, bytes: Buffer.byteLength(text), truncated: false });
    state = told.state;
    if (told.ask !== undefined) asked.set(told.ask.requestId, told.ask.callId);
    events.push(...told.events);
  }
  return events;
}

function heard(state: ClaudeState, uuid: string, newRun: () => string): ClaudeState {
  const { run } = state;
  return withPrompt(state, { uuid, runId: run?.runId ?? newRun(), steers: run !== null });
}
