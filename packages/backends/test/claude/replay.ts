import type { EventBody } from "@polylog/core";
import type { ClaudeState } from "../../src/claude/state.ts";
import { newState, withPrompt } from "../../src/claude/state.ts";
import { translate } from "../../src/claude/translate.ts";
import { ownToolName } from "../../src/own-tools/tool-name.ts";
import type { RecordedLine } from "../record/fixture.ts";

/** What the translator makes of a recording; our own lines tell which runs there were. */
/** As the scenarios have them. */
const ownTools = new Set(["test_greet", "test_fail", "test_wait"].map(ownToolName));

export function replayClaude(lines: readonly RecordedLine[]): EventBody[] {
  let state = newState({ agentId: "agent", mode: "ask", resumed: false, ownTools });
  let runs = 0;
  const events: EventBody[] = [];
  for (const { dir, line } of lines) {
    const text = JSON.stringify(line);
    if (dir === "in") {
      const { type, uuid } = line as { type: string; uuid: string };
      if (type === "user") state = heard(state, uuid, () => `run${++runs}`);
      continue;
    }
    const told = translate(state, { text, bytes: Buffer.byteLength(text), truncated: false });
    state = told.state;
    events.push(...told.events);
  }
  return events;
}

function heard(state: ClaudeState, uuid: string, newRun: () => string): ClaudeState {
  const { run } = state;
  return withPrompt(state, { uuid, runId: run?.runId ?? newRun(), steers: run !== null });
}
