import type { KnownEvent } from "@polylog/core";
import { callId, responseId } from "./ids.ts";
import { LogWriter } from "./log-writer.ts";
import { pieces, prose, sentence } from "./prose.ts";
import { type ToolUse, toolUse } from "./tool-uses.ts";

const MODEL = "claude-opus-5-5";

/**
 * A coding session of whole turns, at least `length` events long: a person sends a prompt; the agent thinks,
 * announces what it will do and uses tools, response after response; then it sums up.
 */
export function codingSession(length: number, seed: number): KnownEvent[] {
  const log = new LogWriter(seed);
  log.say({ type: "title", title: sentence(log.random) });
  while (log.events.length < length) writeTurn(log, log.random.between(5, 15));
  return log.events;
}

/** A single turn of at least `length` events, as when an agent works without interruption. */
export function oneLongRun(length: number, seed: number): KnownEvent[] {
  const log = new LogWriter(seed);
  writeTurn(log, Number.POSITIVE_INFINITY, length);
  return log.events;
}

/** Ends after this many responses, or at the first one that reaches the length. */
function writeTurn(log: LogWriter, responses: number, length = Number.POSITIVE_INFINITY): void {
  const { random } = log;
  log.say({ type: "user_message", text: prose(random, random.between(40, 400)) });
  log.beginRun();
  log.work({ type: "run_started", model: MODEL, trigger: "message" });
  for (let left = responses; left > 0 && log.events.length < length; left--) {
    const id = startResponse(log);
    if (random.chance(0.7)) writeText(log, id, prose(random, random.between(60, 450)));
    const uses = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => ({
      call: callId(random),
      use: toolUse(random),
    }));
    for (const { call, use } of uses) writeCall(log, id, call, use);
    writeUsage(log, id);
    for (const { call, use } of uses) writeResult(log, id, call, use);
  }
  const last = startResponse(log);
  writeText(log, last, prose(random, random.between(600, 2_400)));
  writeUsage(log, last);
  log.work({
    type: "run_ended",
    outcome: "completed",
    durationMs: random.between(30_000, 400_000),
    stopReason: "end_turn",
  });
}

function startResponse(log: LogWriter): string {
  const { random } = log;
  const id = responseId(random);
  log.work({ type: "agent_status", status: "thinking" });
  if (!random.chance(0.6)) return id;
  const thought = prose(random, random.between(100, 900));
  log.work({ type: "thinking_start", responseId: id });
  for (const [offset, delta] of pieces(random, thought, 8, 40)) {
    log.work({ type: "thinking_delta", responseId: id, offset, delta });
  }
  log.work({ type: "thinking_done", responseId: id, text: thought });
  return id;
}

function writeText(log: LogWriter, id: string, text: string): void {
  log.work({ type: "agent_status", status: "working" });
  for (const [offset, delta] of pieces(log.random, text, 8, 40)) {
    log.work({ type: "text_delta", responseId: id, block: 1, offset, delta });
  }
  log.work({ type: "text_done", responseId: id, block: 1, text });
}

/** The call is announced, its input streams, and then the call is complete. */
function writeCall(
  log: LogWriter,
  id: string,
  call: string,
  { toolName, kind, title, input }: ToolUse,
): void {
  const named = { responseId: id, callId: call, toolName };
  log.work({ type: "agent_status", status: "calling_tool", toolName });
  log.work({ type: "tool_call_start", ...named });
  for (const [offset, delta] of pieces(log.random, JSON.stringify(input), 20, 120)) {
    log.work({ type: "tool_input_delta", ...named, offset, delta });
  }
  log.work({ type: "tool_call_start", ...named, kind, title, input });
}

function writeResult(log: LogWriter, id: string, call: string, { toolName, result, streams }: ToolUse): void {
  const { random } = log;
  const named = { responseId: id, callId: call, toolName };
  if (streams) {
    for (const [offset, delta] of pieces(random, result, 40, 400)) {
      log.work({ type: "tool_output_delta", ...named, offset, delta });
    }
  }
  log.work({ type: "tool_result", ...named, ok: true, result, durationMs: random.between(3, 9_000) });
}

function writeUsage(log: LogWriter, id: string): void {
  const { random } = log;
  const inputTokens = random.between(200, 4_000);
  const cacheReadTokens = random.between(10_000, 90_000);
  log.work({
    type: "usage",
    responseId: id,
    model: MODEL,
    inputTokens,
    outputTokens: random.between(40, 900),
    cacheReadTokens,
    costUsd: random.between(100, 90_000) / 1e6,
  });
  log.work({ type: "context_usage", usedTokens: inputTokens + cacheReadTokens, windowTokens: 200_000 });
}
