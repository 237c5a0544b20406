import { expect, test } from "vitest";
import { anthropicTools, bash } from "../requests.ts";
import { post, running } from "../running.ts";

/** The names of a stream's events, without repetitions. */
function names(stream: string): string[] {
  const found = [...stream.matchAll(/^event: (.+)$/gm)].map(([, name]) => name as string);
  return found.filter((name, index) => name !== found[index - 1]);
}

test("[W1] the events of a Messages stream, in order", async () => {
  const { model } = await running();
  const body = {
    model: "m",
    max_tokens: 9,
    stream: true,
    messages: [{ role: "user", content: "[[say hello ++ shell ls]]" }],
    tools: anthropicTools([bash]),
  };
  const stream = await (await post(model, "/v1/messages", body)).text();
  expect(names(stream)).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

test("[X5] [X7] parts that a fault cuts off are not reported as complete", async () => {
  const { model } = await running();
  const script = "[[say one ++ say two ++ nodone]]";
  const claude = { model: "m", max_tokens: 9, stream: true, messages: [{ role: "user", content: script }] };
  expect(names(await (await post(model, "/v1/messages", claude)).text())).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
  ]);
  const responses = await post(model, "/v1/responses", { model: "m", stream: true, input: script });
  expect(names(await responses.text()).slice(-4)).toEqual([
    "response.output_item.done",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
  ]);
});

test("[W3] the events of a Responses stream, in order", async () => {
  const { model } = await running();
  const body = {
    model: "m",
    stream: true,
    input: "[[think hm ++ say hello ++ tool Bash {}]]",
    tools: [{ type: "function", name: "Bash", parameters: {} }],
  };
  const stream = await (await post(model, "/v1/responses", body)).text();
  expect(names(stream)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.reasoning_summary_part.added",
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "response.reasoning_summary_part.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.output_item.done",
    "response.completed",
  ]);
});

test("[W2] a Chat stream starts with the role, ends with [DONE], and includes usage on request", async () => {
  const { model } = await running();
  const body = { model: "m", stream: true, messages: [{ role: "user", content: "[[say hello]]" }] };
  const ask = async (more: object) => {
    const stream = await (await post(model, "/v1/chat/completions", { ...body, ...more })).text();
    return stream
      .trim()
      .split("\n\n")
      .map((line) => line.replace("data: ", ""))
      .map((data) => (data === "[DONE]" ? data : JSON.parse(data)))
      .map((chunk) => (chunk === "[DONE]" ? chunk : { choices: chunk.choices, usage: chunk.usage }));
  };
  const choice = (delta: object, finish_reason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason },
  ];
  expect(await ask({})).toEqual([
    { choices: choice({ role: "assistant", content: "", refusal: null }) },
    { choices: choice({ content: "hello" }) },
    { choices: choice({}, "stop") },
    "[DONE]",
  ]);
  expect(await ask({ stream_options: { include_usage: true } })).toEqual([
    { choices: choice({ role: "assistant", content: "", refusal: null }), usage: null },
    { choices: choice({ content: "hello" }), usage: null },
    { choices: choice({}, "stop"), usage: null },
    { choices: [], usage: expect.objectContaining({ total_tokens: 6 }) },
    "[DONE]",
  ]);
});
