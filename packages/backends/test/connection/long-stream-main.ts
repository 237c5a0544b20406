import type { EventBody } from "@polylog/core";
import type { Line } from "../../src/process/split-lines.ts";

/**
 * Sends an answer and the input or output of a call through a translator, each with many characters in pieces of four.
 * Prints how many characters were emitted, and by how many bytes the translator's state has grown.
 */
const [program = "", length = ""] = process.argv.slice(2);
const chars = Number(length);
const agentId = "agent";
const told = new Map<string, number>();

function lineOf(value: unknown): Line {
  const text = JSON.stringify(value);
  return { text, bytes: text.length, truncated: false };
}

/** Passes a program's lines to its translator and only counts the emitted characters. */
function hear<State>(
  given: State,
  translate: (state: State, line: Line) => { readonly state: State; readonly events: readonly EventBody[] },
  lines: Iterable<unknown>,
): void {
  let state = given;
  const before = bytesHeld();
  for (const line of lines) {
    const next = translate(state, lineOf(line));
    state = next.state;
    for (const event of next.events) {
      if ("delta" in event) told.set(event.type, (told.get(event.type) ?? 0) + event.delta.length);
    }
  }
  const grown = bytesHeld() - before;
  // Read after the measurement, so that the state is still referenced then.
  console.log(JSON.stringify({ told: Object.fromEntries(told), grown, isHeld: state !== given }));
}

function bytesHeld(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function* pieces(line: (piece: string) => unknown): Iterable<unknown> {
  for (let at = 0; at < chars; at += 4) yield line(at % 8 === 0 ? "wx\ny" : "zyxw");
}

function* claudeLines(): Iterable<unknown> {
  const stream = (event: object) => ({ type: "stream_event", event, parent_tool_use_id: null });
  const delta = (given: object) => stream({ type: "content_block_delta", delta: given });
  yield stream({ type: "message_start", message: { id: "m1", model: "m" } });
  yield stream({ type: "content_block_start", index: 0, content_block: { type: "text" } });
  yield* pieces((text) => delta({ type: "text_delta", text }));
  yield stream({
    type: "content_block_start",
    index: 1,
    content_block: { type: "tool_use", id: "c", name: "W" },
  });
  yield* pieces((piece) => delta({ type: "input_json_delta", partial_json: piece }));
}

function* codexLines(): Iterable<unknown> {
  const place = { threadId: "t", turnId: "u" };
  const item = { type: "commandExecution", id: "c", command: "cat" };
  yield* pieces((delta) => ({ method: "item/agentMessage/delta", params: { ...place, itemId: "m", delta } }));
  yield { method: "item/started", params: { ...place, item } };
  yield* pieces((delta) => ({
    method: "item/commandExecution/outputDelta",
    params: { ...place, itemId: "c", delta },
  }));
}

function* piLines(): Iterable<unknown> {
  const update = (event: object) => ({ type: "message_update", assistantMessageEvent: event });
  yield { type: "message_start", message: { role: "assistant" } };
  yield* pieces((delta) => update({ type: "text_delta", contentIndex: 0, delta }));
  yield update({ type: "toolcall_start", contentIndex: 1, id: "c", toolName: "write" });
  yield* pieces((delta) => update({ type: "toolcall_delta", contentIndex: 1, delta }));
}

switch (program) {
  case "claude": {
    const { newRun, newState } = await import("../../src/claude/translate/state.ts");
    const { translate } = await import("../../src/claude/translate/translate.ts");
    const idle = newState({ agentId, mode: "ask", resumed: false });
    hear({ ...idle, run: newRun("run") }, translate, claudeLines());
    break;
  }
  case "codex": {
    const { newRun, newState, newThread, withThreadState } = await import(
      "../../src/codex/translate/state.ts"
    );
    const { translate } = await import("../../src/codex/translate/translate.ts");
    const thread = { ...newThread("t", null, {}), run: newRun("run", "u") };
    hear(withThreadState({ ...newState(agentId), threadId: "t" }, thread), translate, codexLines());
    break;
  }
  default: {
    const { newRun, newState } = await import("../../src/pi/translate/state.ts");
    const { translate } = await import("../../src/pi/translate/translate.ts");
    const idle = newState({ agentId, mode: "ask", unique: "process" });
    hear({ ...idle, run: newRun({ runId: "run", isCancelling: false }) }, translate, piLines());
  }
}
