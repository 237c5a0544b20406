import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { messagesIn } from "./scenario/requests.ts";
import { isEnd, type SessionOptions, startSession } from "./scenario/session.ts";

/** The events of a script, with a placeholder for the model's address, and the delays. */
async function outcomeOf(script: string, options: SessionOptions = {}) {
  const session = await startSession({ options: { max_retries: 2 }, ...options });
  const events = deeds(await session.play(script));
  const named = JSON.stringify(events).replaceAll(`${session.modelUrl}/v1`, "MODEL");
  return { session, events: JSON.parse(named) as object[], slept: session.slept };
}

const done = { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "stop" };
const failed = (code: string, message: string) => ({
  ...{ type: "run_ended", outcome: "failed", durationMs: 0, error: { code, message } },
});
const said = (text: string, response = 1) => ({
  type: "text_done",
  responseId: `response${response}`,
  block: 0,
  text,
});
const retry = (attempt: number, delayMs: number, message: string) => ({
  ...{ type: "api_retry", attempt, maxAttempts: 2, delayMs, message },
});

test("[BA10] a rejected key, model or request is not retried, and the error says what to do", async () => {
  const set = "Set api_key or api_key_env for this agent. Response: The scripted model rejects this key.";
  expect((await outcomeOf("[[error 401]]")).events).toEqual([
    failed("auth_failed", `MODEL requires an API key (401). ${set}`),
  ]);
  const refused = await outcomeOf("[[error 403]]", { settings: { apiKey: "sk-123456789" } });
  expect(refused.events).toMatchObject([{ error: { code: "auth_failed" } }]);
  expect(JSON.stringify(refused.events)).toContain("MODEL rejected the API key (403)");
  expect((await outcomeOf("[[error 404]]")).events).toEqual([
    failed(
      "model_not_found",
      "MODEL does not have the model scripted (404). Check model and base_url. Response: The scripted model returned status 404.",
    ),
  ]);
  const strange = await outcomeOf("[[error 418]]");
  expect([strange.slept, strange.events]).toEqual([
    [],
    [
      failed(
        "request_refused",
        "MODEL rejected the request (418). Response: The scripted model returned status 418.",
      ),
    ],
  ]);
});

test("[BA11] a busy server is retried after the delay that it sends, a failing one with increasing delays", async () => {
  const busy = await outcomeOf("[[error 429 1]] [[say ok]]");
  const often =
    "MODEL received too many requests (429). Retry later. Response: The scripted model was called too often.";
  expect([busy.slept, busy.events]).toEqual([[1000], [retry(1, 1000, often), said("ok"), done]]);
  const down = await outcomeOf("[[error 500 2]] [[say ok]]");
  const down500 = "MODEL is not available (500). Response: The scripted model failed.";
  expect([down.slept, down.events]).toEqual([
    [750, 1500],
    [retry(1, 750, down500), retry(2, 1500, down500), said("ok"), done],
  ]);
  const gone = await outcomeOf("[[error 500]]");
  expect(gone.events).toEqual([
    retry(1, 750, down500),
    retry(2, 1500, down500),
    failed("model_unavailable", down500),
  ]);
});

test("[BA11] an unreachable server is retried, and the error names its address", async () => {
  const { events } = await outcomeOf("Hi", {
    settings: { baseUrl: "http://127.0.0.1:1/v1" },
    options: { max_retries: 0 },
  });
  const [end] = events as { error: { code: string; message: string } }[];
  expect([
    end?.error.code,
    end?.error.message.startsWith("Cannot reach http://127.0.0.1:1/v1. Start"),
  ]).toEqual(["model_unreachable", true]);
});

test.each([
  [
    "[BA12] cut",
    "cut 1",
    "The response from MODEL was incomplete: Failed to process successful response terminated",
  ],
  [
    "[BA12] without an end",
    "nodone 1",
    "The response from MODEL was incomplete: Response stream ended without a finish reason.",
  ],
])("%s: a partial response stays, and the model continues from there", async (_, fault, message) => {
  const { events, session } = await outcomeOf(`Go [[say Half ++ ${fault}]] [[say the rest]]`);
  expect(events).toEqual([said("Half"), retry(1, 750, message), said("the rest", 2), done]);
  expect(messagesIn(session.requests().at(-1))).toEqual([
    { role: "user", content: `Go [[say Half ++ ${fault}]] [[say the rest]]` },
    { role: "assistant", content: "Half" },
    {
      role: "user",
      content: "[The connection was lost in the middle of your response. Continue exactly where it ends.]",
    },
  ]);
  const next = await session.play("And? [[say fine]]");
  expect(next.at(-1)).toMatchObject({ outcome: "completed" });
});

test("[BA12] a silent model times out, and its partial response stays", async () => {
  const clock = new ManualTimer();
  const session = await startSession({ options: { idle_timeout_ms: 300 }, runtime: { after: clock.after } });
  const runId = await session.prompt("Go [[say Half ++ stall 60000]] [[say the rest]]");
  const before = await session.until(({ type }) => type === "text_delta");
  clock.fire();
  const after = await session.until((event) => isEnd(event, runId));
  expect(deeds([...before, ...after])).toEqual([
    said("Half"),
    { ...retry(1, 750, "The model was silent for 300 ms."), maxAttempts: 4 },
    said("the rest", 2),
    done,
  ]);
});

/** A timer that fires on the test's command: at once, or after each restart. */
class ManualTimer {
  private call: (() => void) | null = null;
  private isOver = false;

  readonly after = (_: number, call: () => void) => {
    this.call = call;
    const again = () => {
      if (this.isOver) queueMicrotask(call);
    };
    const stop = () => {
      this.isOver = false;
    };
    return { again, stop };
  };

  fire(): void {
    this.isOver = true;
    this.call?.();
  }
}

test("[BA12] an empty response is requested again without a trace in the history", async () => {
  const { events, session } = await outcomeOf("Go [[cut 1]] [[say whole]]");
  expect(deeds(events as never)).toMatchObject([{ type: "api_retry" }, said("whole"), done]);
  expect(messagesIn(session.requests().at(-1))).toEqual([
    { role: "user", content: "Go [[cut 1]] [[say whole]]" },
  ]);
});

test("[BA12] an invalid JSON chunk ends the response, not the agent", async () => {
  const { events } = await outcomeOf("[[say Half ++ malformed 1]] [[say the rest]]");
  const retried = events[1] as { message: string };
  expect(retried.message.startsWith("MODEL sent an invalid response: ")).toBe(true);
  expect([events[0], ...events.slice(2)]).toEqual([said("Half"), said("the rest", 2), done]);
});

test("[BA12] a call in an incomplete response is not made", async () => {
  const { events } = await outcomeOf("[[shell echo 1 ++ cut 1]] [[say instead]]");
  const call = { callId: "call1", toolName: "Bash" };
  expect(events.slice(0, 2)).toEqual([
    { type: "tool_call_start", ...call, responseId: "response1" },
    {
      ...{ type: "tool_result", ...call, ok: false },
      error: {
        code: "tool_interrupted",
        message: "The response was interrupted before the tool could start.",
      },
    },
  ]);
  // The model is asked again, and its new call is a different one.
  expect(events.filter((event) => "exitCode" in event)).toEqual([
    {
      type: "tool_result",
      callId: "call2",
      toolName: "Bash",
      ok: true,
      result: "1\n",
      exitCode: 0,
      durationMs: 0,
    },
  ]);
});

test("[BA13] after a model fails, the run switches to the next and stays with it", async () => {
  const second = await startSession();
  const fallback = [
    "other",
    { provider: "openai-compatible", base_url: `${second.modelUrl}/v1`, model: "third" },
  ];
  const session = await startSession({ options: { max_retries: 0, fallback } });
  // The first server always fails; the second plays the same script and is asked for its next step.
  const events = await session.play("[[error 401]] [[say never]]");
  expect(deeds(events).map((event) => ({ ...event, reason: "", error: "" }))).toEqual([
    { type: "model_fallback", preferred: "scripted", actual: "other", reason: "", error: "" },
    { type: "model_fallback", preferred: "other", actual: "third", reason: "", error: "" },
    { type: "run_ended", outcome: "failed", durationMs: 0, reason: "", error: "" },
  ]);
  expect([session.requests().length, second.requests().length]).toEqual([2, 1]);
  const well = await startSession({
    settings: { baseUrl: "http://127.0.0.1:1/v1" },
    options: { max_retries: 0, fallback: fallback.slice(1), prices: { third: { input: 1, output: 1 } } },
  });
  const run = await well.play("[[read a]] [[say ok]]");
  const models = run.flatMap((event) => (event.type === "usage" ? [event.model] : []));
  const fallbacks = run.filter(({ type }) => type === "model_fallback");
  expect([models, fallbacks.length]).toEqual([["third", "third"], 1]);
});

test("[BA19] a response that the provider cuts off or withholds is reported", async () => {
  expect((await outcomeOf("[[say no ++ stop length]]")).events).toEqual([
    said("no"),
    {
      type: "notice",
      level: "warning",
      text: "The response was cut off at the model's output limit.",
    },
    { ...done, stopReason: "length" },
  ]);
  expect((await outcomeOf("[[say no ++ stop content_filter]]")).events).toEqual([
    said("no"),
    {
      type: "notice",
      level: "warning",
      text: "The model provider's content filter withheld some or all of the response.",
    },
    { ...done, stopReason: "content_filter" },
  ]);
});
