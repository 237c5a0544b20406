import { agentId, runId } from "./log.ts";

/** Expected entries: omitted fields have their usual value. */

interface At {
  /** The event that changed it last, which determines its key and time unless they are given. */
  readonly seq: number;
  readonly [field: string]: unknown;
}

function base(kind: string, given: At): object {
  return {
    kind,
    key: `${kind}/${given.seq}`,
    ts: 1000 + given.seq,
    agentId,
    runId,
    live: false,
    endedBy: null,
    ...given,
  };
}

export function entry(kind: string, given: At): object {
  return base(kind, given);
}

export function userMessage(body: string, given: At): object {
  return {
    ...base("message", given),
    role: "user",
    body,
    images: [],
    sender: null,
    by: null,
    exchange: null,
    steered: false,
    hidden: false,
    clientMessageId: null,
    ...given,
  };
}

export function message(body: unknown, given: At): object {
  return streamed("message", body, { role: "assistant", ...given });
}

export function thought(body: unknown, given: At): object {
  return streamed("thought", body, { redacted: false, ...given });
}

function streamed(kind: "message" | "thought", body: unknown, given: At): object {
  const { responseId = "r1", block = 0, segment = 1, ...rest } = given;
  const key = `${runId}/${kind}/${responseId}/${block}${segment === 1 ? "" : `~${segment}`}`;
  const ended = rest.live === true ? null : 1000 + given.seq;
  return base(kind, { key, responseId, block, body, endedTs: ended, ...rest });
}

export function toolCall(callId: string, given: At): object {
  return base("tool_call", {
    key: `${runId}/call/${callId}`,
    callId,
    toolName: "Bash",
    rawName: given.toolName ?? "Bash",
    responseId: null,
    toolKind: null,
    title: null,
    input: null,
    inputText: "",
    locations: [],
    content: [],
    output: "",
    ok: null,
    result: null,
    error: null,
    truncated: null,
    inputCut: null,
    exitCode: null,
    durationMs: null,
    endedTs: null,
    progress: null,
    childRunIds: [],
    ...given,
  });
}
