import type { EventBody } from "@polylog/core";
import { newState, withThread } from "../../src/codex/translate/state.ts";
import { translate } from "../../src/codex/translate/translate.ts";
import { withPrompt, withTurn } from "../../src/codex/translate/turns.ts";
import type { RecordedLine } from "../record/fixture.ts";

interface Rpc {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly input?: readonly { readonly text?: string }[] };
}

/** Translates a recording. Our own lines show which runs there were. */
export function replayCodex(lines: readonly RecordedLine[]): EventBody[] {
  let state = newState("agent");
  let runs = 0;
  const asked = new Map<number, { method: string; runId: string }>();
  const events: EventBody[] = [];
  for (const { dir, line } of lines) {
    const { id, method = "", params } = line as Rpc;
    if (dir === "in") {
      if (id === undefined || method === "") continue;
      // An answer to a plan continues its run.
      const isReply = params?.input?.some(({ text }) => text === "Implement the plan.") ?? false;
      const runId = method === "turn/start" ? `run${isReply ? runs : ++runs}` : "";
      asked.set(id, { method, runId });
      if (runId !== "") state = withPrompt(state, runId);
      continue;
    }
    const text = JSON.stringify(line);
    const told = translate(state, { text, bytes: Buffer.byteLength(text), truncated: false });
    state = told.state;
    const request = asked.get(Number(told.reply?.rpcId));
    const result = told.reply?.result as { thread?: { id: string }; turn?: { id: string }; model?: string };
    if (request?.method === "thread/start" && result.thread !== undefined) {
      state = withThread(state, result.thread.id, result.model ?? null, false);
    }
    if (request?.method === "turn/start" && result.turn !== undefined) {
      state = withTurn(state, request.runId, result.turn.id);
    }
    events.push(...told.events);
  }
  return events;
}
