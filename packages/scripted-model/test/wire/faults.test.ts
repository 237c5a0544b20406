import {
  APIConnectionError as AnthropicConnectionError,
  APIError as AnthropicError,
} from "@anthropic-ai/sdk";
import { APIConnectionError, APIError } from "openai";
import { expect, test } from "vitest";
import { clientsOf, post, running } from "../running.ts";

const messages = (content: string) => [{ role: "user" as const, content }];
const claudeRequest = (script: string) => ({ model: "m", max_tokens: 9, messages: messages(script) });

/** The error with which a promise rejects. */
function failure(promise: PromiseLike<unknown>): Promise<Error> {
  return Promise.resolve(promise).then(
    () => new Error("it did not fail"),
    (error: Error) => error,
  );
}

/** The text of a stream before it ended, and how it ended. */
async function heard<T>(stream: AsyncIterable<T>, text: (event: T) => string | null | undefined) {
  let said = "";
  try {
    for await (const event of stream) said += text(event) ?? "";
    return [said, null] as const;
  } catch (error) {
    return [said, error as Error] as const;
  }
}

/** The same script in a stream of each API. */
async function streams(script: string) {
  const { anthropic, openai } = await running();
  const claude = await heard(
    await anthropic.messages.create({ ...claudeRequest(script), stream: true }),
    (event) =>
      event.type === "content_block_delta" && event.delta.type === "text_delta" ? event.delta.text : "",
  );
  const chat = await heard(
    await openai.chat.completions.create({ model: "m", messages: messages(script), stream: true }),
    (chunk) => chunk.choices[0]?.delta.content,
  );
  const seen: string[] = [];
  const responses = await heard(
    await openai.responses.create({ model: "m", input: script, stream: true }),
    (event) => {
      seen.push(event.type);
      return event.type === "response.output_text.delta" ? event.delta : "";
    },
  );
  return { claude, chat, responses, last: seen.at(-1) };
}

test("[X1] an error has its status and the format of each API", async () => {
  const { anthropic, openai } = await running();
  const claude = async (status: number) => {
    const error = (await failure(
      anthropic.messages.create(claudeRequest(`[[error ${status}]]`)),
    )) as AnthropicError;
    return [error.constructor.name, error.status, (error.error as { error: { type: string } }).error.type];
  };
  expect([
    await claude(401),
    await claude(429),
    await claude(500),
    await claude(529),
    await claude(413),
  ]).toEqual([
    ["AuthenticationError", 401, "authentication_error"],
    ["RateLimitError", 429, "rate_limit_error"],
    ["InternalServerError", 500, "api_error"],
    ["OverloadedError", 529, "overloaded_error"],
    ["ContentTooLargeError", 413, "request_too_large"],
  ]);
  const chat = async (status: number) => {
    const body = { model: "m", messages: messages(`[[error ${status}]]`) };
    const error = (await failure(openai.chat.completions.create(body))) as APIError;
    return [error.constructor.name, error.status, error.type, error.code];
  };
  expect([await chat(401), await chat(429), await chat(500), await chat(529)]).toEqual([
    ["AuthenticationError", 401, "invalid_request_error", "invalid_api_key"],
    ["RateLimitError", 429, "requests", "rate_limit_exceeded"],
    ["InternalServerError", 500, "server_error", null],
    ["InternalServerError", 529, "server_error", null],
  ]);
  const response = (await failure(
    openai.responses.create({ model: "m", input: "[[error 503]]", stream: true }),
  )) as APIError;
  expect([response.status, response.type]).toEqual([503, "server_error"]);
});

test("[X2] 429 includes a retry delay", async () => {
  const { model } = await running();
  const answer = await post(model, "/v1/messages", claudeRequest("[[error 429]]"));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
});

test("[X3] a fault with a count passes after that many times, separately for each conversation", async () => {
  const { model } = await running();
  const { anthropic, openai } = clientsOf(model, 3);
  const claude = await anthropic.messages.create(claudeRequest("[[error 529 2]] [[say through]]"));
  expect(claude.content).toEqual([{ type: "text", text: "through" }]);
  const chat = await openai.chat.completions.create({
    model: "m",
    messages: messages("[[error 500 1]] [[say through too]]"),
  });
  expect(chat.choices[0]?.message.content).toBe("through too");
  expect(model.requests.map(({ step, status }) => [step, status])).toEqual([
    ["[[error 529 2]]", 529],
    ["[[error 529 2]]", 529],
    ["[[say through]]", 200],
    ["[[error 500 1]]", 500],
    ["[[say through too]]", 200],
  ]);
});

test("[X3] a step with only faults replaces no answer; after the faults have passed they may happen again", async () => {
  const { model } = await running();
  const script = "[[error 529 1]] [[say one]] [[cut 1 ++ say two]]";
  const ask = async (...said: string[]) => {
    const talk = said.map((content) => ({ role: "assistant", content }));
    const body = { model: "m", messages: [...messages(script), ...talk] };
    const answer = await post(model, "/v1/chat/completions", body).catch(() => null);
    if (answer === null) return "cut";
    const json = (await answer.json()) as { choices?: { message: { content: string } }[] };
    return json.choices?.[0]?.message.content ?? answer.status;
  };
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([529, "one", 529, "one"]);
  expect([await ask("one"), await ask("one")]).toEqual(["cut", "two"]);
  expect(await ask("one", "two")).toBe("Done.");
});

test("[X4] an error after text is sent inside the stream", async () => {
  const { claude, chat, responses, last } = await streams("[[say begun ++ error 529]]");
  expect([claude[0], claude[1]?.constructor.name]).toEqual(["begun", AnthropicError.name]);
  expect([chat[0], chat[1]?.constructor.name]).toEqual(["begun", APIError.name]);
  expect([responses, last]).toEqual([["begun", null], "response.failed"]);
});

test("[X5] a cut drops the connection after the text so far", async () => {
  const { claude, chat, responses } = await streams("[[say begun ++ cut]]");
  for (const [said, error] of [claude, chat, responses]) {
    expect([said, error?.message]).toEqual(["begun", "terminated"]);
  }
  const { anthropic, openai } = await running();
  expect(await failure(anthropic.messages.create(claudeRequest("[[cut]]")))).toBeInstanceOf(
    AnthropicConnectionError,
  );
  expect(await failure(openai.responses.create({ model: "m", input: "[[cut]]" }))).toBeInstanceOf(
    APIConnectionError,
  );
});

test("[X6] a malformed event is invalid JSON", async () => {
  const { claude, chat, responses } = await streams("[[say begun ++ malformed]]");
  for (const [said, error] of [claude, chat, responses]) {
    expect([said, error?.constructor.name]).toEqual(["begun", "SyntaxError"]);
  }
  const { openai } = await running();
  const whole = await failure(openai.responses.create({ model: "m", input: "[[malformed]]" }));
  expect(whole.constructor.name).toBe("SyntaxError");
});

test("[X7] without its end, a stream closes normally; only its last event is missing", async () => {
  const { claude, chat, responses, last } = await streams("[[say begun ++ nodone]]");
  expect([claude, chat, responses]).toEqual([
    ["begun", null],
    ["begun", null],
    ["begun", null],
  ]);
  expect(last).toBe("response.output_text.delta");
  const { openai } = await running();
  const whole = await openai.chat.completions.create({
    model: "m",
    messages: messages("[[say begun ++ nodone]]"),
  });
  expect(whole.choices[0]?.finish_reason).toBeNull();
});

test("[X8] a stall sends nothing until the client disconnects, and does not affect other requests", async () => {
  const { model, openai } = await running();
  const leave = new AbortController();
  const stream = await openai.chat.completions.create(
    { model: "m", messages: messages("[[say begun ++ stall 600000 ++ say never]]"), stream: true },
    { signal: leave.signal },
  );
  let said = "";
  for await (const chunk of stream) {
    said += chunk.choices[0]?.delta.content ?? "";
    if (said !== "") {
      const other = await openai.chat.completions.create({ model: "m", messages: messages("[[say here]]") });
      expect(other.choices[0]?.message.content).toBe("here");
      leave.abort();
    }
  }
  expect(said).toBe("begun");
  // The server closes although a stall is still pending.
  await model.close();
});

test("[X8] a short stall is only a pause", async () => {
  const { claude, chat, responses } = await streams("[[say a ++ stall 5 ++ say b]]");
  expect([claude, chat, responses]).toEqual([
    ["ab", null],
    ["ab", null],
    ["ab", null],
  ]);
});
