import { checkEvent, type EventBody } from "@polylog/core";
import { startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished, test } from "vitest";
import { callModel } from "../../src/built-in-agent/model/call-model.ts";
import { loadModel } from "../../src/built-in-agent/model/load-model.ts";
import { readFailure } from "../../src/built-in-agent/model/model-failure.ts";
import type { CallOptions, Model } from "../../src/built-in-agent/model/types.ts";
import { usageOf } from "../../src/built-in-agent/model/usage.ts";
import type { ModelChoice } from "../../src/built-in-agent/options.ts";
import { systemRuntime } from "../../src/built-in-agent/runtime.ts";
import { mutated, mutationTimeout, seedsInParts } from "../mutate.ts";

/** Complete answers of each API from the scripted model, each with one changed line. */

const runRef = { runId: "run", agentId: "agent" };

/** The model's answers and their events. They are short because every line is changed in turn. */
const answers = [
  ["[[think Hm]]", "thinking_done"],
  ["[[say I look.]]", "text_done"],
  ["[[read a.txt]]", "tool_call_start"],
] as const;

const optionsFor = (text: string): CallOptions => ({
  prompt: [{ role: "user", content: [{ type: "text", text }] }],
  reasoning: "low",
  tools: [{ type: "function", name: "Read", inputSchema: { type: "object" } }],
});

interface Recorded {
  readonly choice: ModelChoice;
  readonly model: Model;
  readonly options: CallOptions;
  readonly lines: readonly string[];
  /** The indexes of the lines with content. */
  readonly telling: readonly number[];
}

async function record(choice: ModelChoice, [script, sign]: (typeof answers)[number]): Promise<Recorded> {
  const options = optionsFor(script);
  const model = await loadModel(choice);
  const { fetch } = globalThis;
  let text = "";
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    text = await response.clone().text();
    return response;
  };
  try {
    const { events, failure } = await play({ choice, model, options });
    expect([failure, events.map(({ type }) => type)]).toEqual([
      null,
      expect.arrayContaining([sign, "usage"]),
    ]);
  } finally {
    globalThis.fetch = fetch;
  }
  const lines = text.split("\n");
  return {
    choice,
    model,
    options,
    lines,
    telling: lines.flatMap((line, index) => (line.trim() === "" ? [] : [index])),
  };
}

/** Calls a model as the agent does. Returns the events and the failure. */
async function play({ choice, model, options }: Pick<Recorded, "choice" | "model" | "options">) {
  const events: EventBody[] = [];
  const emit = async (event: EventBody) => void events.push(event);
  const { response, error } = await callModel({
    ...{
      model,
      options,
      signal: new AbortController().signal,
      idleMs: undefined,
      after: systemRuntime.after,
    },
    ...{ responseId: "response", runRef, nameCall: (given: string) => given || "call" },
    onBegin: async () => undefined,
    emit,
  });
  events.push(...response.close());
  const used = usageOf(response.finish?.usage ?? null, choice, {});
  if (used !== null) events.push({ type: "usage", ...used, ...runRef });
  return { events, failure: error === null ? null : readFailure(error.value, choice, 0) };
}

test("[BA27] thousands of mutated lines of every API result in valid events or a failure [R23]", {
  timeout: mutationTimeout,
}, async () => {
  const scripted = await startScriptedModel({ pieceChars: 1000 });
  onTestFinished(() => scripted.close());
  const at = (provider: ModelChoice["provider"], version: string): ModelChoice => ({
    ...{ provider, model: "scripted", baseUrl: `${scripted.url}/${version}`, apiKey: "sk-scripted-key" },
  });
  const recorded: Recorded[] = [];
  for (const choice of [
    at("openai-compatible", "v1"),
    at("openai", "v1"),
    at("anthropic", "v1"),
    at("google", "v1beta"),
  ]) {
    for (const answer of answers) recorded.push(await record(choice, answer));
  }
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const outcomes = new Set<string>();
  for await (const seeds of seedsInParts()) {
    const known = new Set<string>();
    for (const seed of seeds) {
      const one = recorded[seed % recorded.length] as Recorded;
      const place = one.telling[Math.floor(seed / recorded.length) % one.telling.length] as number;
      const body = one.lines.with(place, mutated(seed, [one.lines[place] as string])).join("\n");
      globalThis.fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
      const { events, failure } = await play(one).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      outcomes.add(failure?.code ?? "answered");
      for (const event of events) {
        const text = JSON.stringify({ id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event });
        if (known.has(text)) continue;
        known.add(text);
        const checked = checkEvent(JSON.parse(text));
        if (!checked.ok || checked.event.type === "opaque")
          throw new Error(`seed ${seed}: ${text} ${JSON.stringify(checked)}`);
      }
    }
  }
  expect([...outcomes].toSorted()).toEqual(expect.arrayContaining(["answer_malformed", "answered"]));
});
