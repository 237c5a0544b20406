import { defined, type EventBody, type Failure } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { type CurrentRun, type PiState, type PiTranslation, type Response, withRun } from "./state.ts";
import { blockAt, endText, growText } from "./text-block.ts";
import { brokenCall, callNamed, withCall, withoutCall } from "./tool-calls.ts";
import { endOtherMessage, withResponse } from "./translate-message.ts";
import { answerUsage, usedTokens, withAnswer } from "./usage.ts";

/** The end of an answer: reports text that did not stream, settles interrupted blocks and counts usage. */
export function endMessage(state: PiState, value: Native): PiTranslation | null {
  const message = recordOf(value.message);
  if (message.role !== "assistant") return endOtherMessage(state, message);
  if (state.run === null) return noEvents(state);
  const runRef = { runId: state.run.runId, agentId: state.agentId };
  const stopReason = nameOf(message.stopReason);
  const isBroken = stopReason === "error" || stopReason === "aborted";
  const begun = state.run.response === null ? withResponse(state.run) : state.run;
  const { run, events } = recordsOf(message.content).reduce<Step>(
    (step, part, index) => endPart(step, { runRef, index, isBroken }, part),
    { run: begun, events: [] },
  );
  const response = run.response as Response;
  const usage = answerUsage(message);
  const next: CurrentRun = {
    ...(isBroken ? idsOf(response).reduce(withoutCall, run) : run),
    response: null,
    broken: isBroken ? withBlocksOf(response, run.broken) : null,
    used: usage === null ? run.used : withAnswer(run.used, usage),
    stopReason,
    failure: stopReason === "error" ? failureOf(message) : null,
  };
  const { responseId } = response;
  const spent: EventBody[] = usage === null ? [] : [{ type: "usage", ...usage, responseId, ...runRef }];
  const { windowTokens } = state;
  if (usage !== null) {
    spent.push({
      type: "context_usage",
      usedTokens: usedTokens(usage),
      ...defined({ windowTokens }),
      ...runRef,
    });
  }
  const broken = isBroken ? brokenCalls(run, response, runRef) : [];
  return withRun(state, next, [...events, ...broken, ...spent]);
}

interface Step {
  readonly run: CurrentRun;
  readonly events: readonly EventBody[];
}

interface PartPlace {
  readonly runRef: RunRef;
  readonly index: number;
  readonly isBroken: boolean;
}

function endPart(step: Step, place: PartPlace, part: Native): Step {
  const { isBroken } = place;
  if (part.type === "toolCall") return isBroken ? step : endCall(step, place, part);
  const kind = part.type === "text" || part.type === "thinking" ? part.type : null;
  const whole = kind === null ? null : textOf(part[kind]);
  if (kind === null || whole === null) return step;
  const { run } = step;
  const response = run.response as Response;
  const at = { runRef: place.runRef, response, index: place.index };
  const block = blockAt(at, kind, run.broken);
  // An interrupted block has no end event. The run, or the next answer, reports it.
  const ended = isBroken ? growText(at, block, whole.slice(block.received)) : endText(at, block, whole);
  const blocks = new Map(response.blocks).set(place.index, ended.block);
  return { run: { ...run, response: { ...response, blocks } }, events: [...step.events, ...ended.events] };
}

function endCall({ run: given, events }: Step, { runRef }: PartPlace, part: Native): Step {
  const [nativeId, toolName] = [nameOf(part.id), nameOf(part.name)];
  if (nativeId === null || toolName === null) return { run: given, events };
  const { run, call } = callNamed(given, nativeId, toolName);
  if (call.hasInput) return { run, events };
  const input = recordOf(part.arguments);
  const start: EventBody = {
    ...{ type: "tool_call_start", callId: call.callId, toolName: call.toolName, input },
    responseId: (run.response as Response).responseId,
    ...runRef,
  };
  return { run: withCall(run, nativeId, { ...call, hasInput: true }), events: [...events, start] };
}

/** The calls of an interrupted answer will not run. */
function brokenCalls(run: CurrentRun, response: Response, runRef: RunRef): EventBody[] {
  return idsOf(response).flatMap((nativeId) => {
    const call = run.calls.get(nativeId);
    return call === undefined ? [] : [brokenCall(call, runRef)];
  });
}

/** Keeps blocks of an earlier attempt that this one did not reach. */
function withBlocksOf(response: Response, before: Response | null): Response {
  const blocks = before === null ? response.blocks : new Map([...before.blocks, ...response.blocks]);
  return { ...response, blocks: new Map([...blocks].filter(([, { kind }]) => kind !== "call")) };
}

function idsOf({ blocks }: Response): string[] {
  return [...blocks.values()].flatMap(({ nativeId }) => nativeId ?? []);
}

const codes: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:401|403)\b|api key|unauthori[sz]ed/i, "authentication_failed"],
  [/^\s*429\b|rate.?limit/i, "rate_limit"],
];

/** The provider's message, extracted from its JSON. */
function failureOf(message: Native): Failure {
  const text = nameOf(message.errorMessage) ?? "Pi failed without an error message.";
  const code = codes.find(([pattern]) => pattern.test(text))?.[1] ?? "api_error";
  const [, status, body] = /^(\d{3}):?\s*(\{[\s\S]*\})\s*$/.exec(text) ?? [];
  return { code, message: status === undefined ? text : `${status}: ${messageIn(body as string) ?? body}` };
}

function messageIn(json: string): string | null {
  try {
    const value = recordOf(JSON.parse(json));
    return nameOf(value.message) ?? nameOf(recordOf(value.error).message);
  } catch {
    // Not JSON: the caller shows the text unchanged.
    return null;
  }
}
