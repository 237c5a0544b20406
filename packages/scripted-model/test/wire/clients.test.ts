import { expect, test } from "vitest";
import { anthropicTools, bash, chatTools, responsesTools, tool } from "../requests.ts";
import { running } from "../running.ts";

const tools = [bash, tool("Read", { file_path: null })];
const script =
  "[[think Let me see. ++ say Hé🙂llo, I look around. ++ shell ls -la ++ read src/a.js ++ usage 120 30 20]]";
const user = { role: "user" as const, content: script };

test("[W1] Anthropic: the stream adds up to the complete answer", async () => {
  const { anthropic } = await running({ pieceChars: 5 });
  const request = { model: "m", max_tokens: 100, messages: [user], tools: anthropicTools(tools) };
  const whole = await anthropic.messages.create(request);
  const { id } = whole;
  expect(whole).toEqual({
    id: expect.stringMatching(/^msg_[0-9a-f]{16}$/),
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      { type: "thinking", thinking: "Let me see.", signature: expect.any(String) },
      { type: "text", text: "Hé🙂llo, I look around." },
      {
        type: "tool_use",
        id: id.replace("msg_", "toolu_").concat("2"),
        name: "Bash",
        input: { command: "ls -la" },
      },
      {
        type: "tool_use",
        id: id.replace("msg_", "toolu_").concat("3"),
        name: "Read",
        input: { file_path: "src/a.js" },
      },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: {
      input_tokens: 100,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 20,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 30,
      service_tier: "standard",
    },
  });
  const streamed = await anthropic.messages.stream(request).finalMessage();
  expect(streamed).toEqual({ ...whole, parsed_output: null });
});

test("[W2] Chat: the stream adds up to the complete answer", async () => {
  const { openai } = await running({ pieceChars: 5 });
  const request = { model: "m", messages: [user], tools: chatTools(tools) };
  const whole = await openai.chat.completions.create(request);
  const call = whole.id.replace("chatcmpl-", "call_");
  const message = {
    role: "assistant",
    content: "Hé🙂llo, I look around.",
    refusal: null,
    reasoning_content: "Let me see.",
    tool_calls: [
      { id: `${call}0`, type: "function", function: { name: "Bash", arguments: '{"command":"ls -la"}' } },
      { id: `${call}1`, type: "function", function: { name: "Read", arguments: '{"file_path":"src/a.js"}' } },
    ],
  };
  const usage = {
    prompt_tokens: 120,
    completion_tokens: 30,
    total_tokens: 150,
    prompt_tokens_details: { cached_tokens: 20, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 3, audio_tokens: 0 },
  };
  expect(whole).toEqual({
    id: expect.stringMatching(/^chatcmpl-[0-9a-f]{16}$/),
    object: "chat.completion",
    created: 1_700_000_000,
    model: "m",
    service_tier: "default",
    system_fingerprint: "fp_scripted",
    choices: [{ index: 0, message, logprobs: null, finish_reason: "tool_calls" }],
    usage,
  });

  const stream = openai.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  let reasoning = "";
  stream.on("chunk", ({ choices: [choice] }) => {
    reasoning += (choice?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? "";
  });
  const final = await stream.finalChatCompletion();
  expect(reasoning).toBe("Let me see.");
  // This client keeps only the last delta of an unknown field.
  const said = { ...message, reasoning_content: ".", parsed: null };
  expect(final).toEqual({
    ...whole,
    choices: [{ index: 0, message: said, logprobs: null, finish_reason: "tool_calls" }],
  });
});

test("[W2] Chat: arguments of parallel calls alternate, each with its index", async () => {
  const { openai } = await running({ pieceChars: 8 });
  const stream = await openai.chat.completions.create({
    model: "m",
    stream: true,
    messages: [{ role: "user", content: "[[shell ls -la ++ shell pwd]]" }],
    tools: chatTools([bash]),
  });
  const pieces: [number, string | undefined][] = [];
  for await (const { choices, usage } of stream) {
    expect(usage).toBeUndefined();
    for (const call of choices[0]?.delta.tool_calls ?? [])
      pieces.push([call.index, call.function?.arguments]);
  }
  expect(pieces).toEqual([
    [0, ""],
    [1, ""],
    [0, '{"comman'],
    [1, '{"comman'],
    [0, 'd":"ls -'],
    [1, 'd":"pwd"'],
    [0, 'la"}'],
    [1, "}"],
  ]);
});

test("[W3] Responses: the stream adds up to the complete answer", async () => {
  const { openai } = await running({ pieceChars: 5 });
  const request = {
    model: "m",
    input: script,
    tools: responsesTools(tools),
    include: ["reasoning.encrypted_content" as const],
  };
  const whole = await openai.responses.create(request);
  const own = whole.id.replace("resp_", "");
  const output = [
    {
      id: `rs_${own}0`,
      type: "reasoning",
      summary: [{ type: "summary_text", text: "Let me see." }],
      encrypted_content: expect.any(String),
    },
    {
      id: `msg_${own}1`,
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "Hé🙂llo, I look around.", annotations: [], logprobs: [] }],
    },
    ...[
      ["Bash", '{"command":"ls -la"}'],
      ["Read", '{"file_path":"src/a.js"}'],
    ].map(([name, args], index) => ({
      id: `fc_${own}${index + 2}`,
      type: "function_call",
      status: "completed",
      call_id: `call_${own}${index + 2}`,
      name,
      arguments: args,
    })),
  ];
  expect(whole.output).toEqual(output);
  expect([whole.status, whole.output_text, whole.usage]).toEqual([
    "completed",
    "Hé🙂llo, I look around.",
    {
      input_tokens: 120,
      input_tokens_details: { cached_tokens: 20 },
      output_tokens: 30,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 150,
    },
  ]);

  const stream = openai.responses.stream(request);
  const numbers: number[] = [];
  stream.on("event", (event) => numbers.push(event.sequence_number));
  const final = await stream.finalResponse();
  expect(final).toMatchObject(whole);
  expect(numbers).toEqual(numbers.map((_, index) => index));
});

test("[W3] Responses: a freeform tool gets its text verbatim", async () => {
  const { openai } = await running({ pieceChars: 9 });
  const stream = openai.responses.stream({
    model: "m",
    input: "[[write notes.txt two words]]",
    tools: [{ type: "custom", name: "apply_patch" }],
  });
  const events: unknown[] = [];
  stream.on("event", ({ type, ...event }) => {
    if (type.includes("custom_tool"))
      events.push([type, "delta" in event ? event.delta : "input" in event && event.input]);
  });
  const { output } = await stream.finalResponse();
  const patch = "*** Begin Patch\n*** Add File: notes.txt\n+two words\n*** End Patch\n";
  expect(output).toEqual([
    {
      id: expect.stringMatching(/^ctc_/),
      type: "custom_tool_call",
      status: "completed",
      call_id: expect.stringMatching(/^call_/),
      name: "apply_patch",
      input: patch,
    },
  ]);
  expect(events.at(-1)).toEqual(["response.custom_tool_call_input.done", patch]);
  expect(
    events
      .slice(0, -1)
      .map((event) => (event as string[])[1])
      .join(""),
  ).toBe(patch);
});

test("[W3] Responses: a tool in a group is called with the group's name", async () => {
  const { openai } = await running();
  const { output } = await openai.responses.create({
    model: "m",
    input: "[[subagent Look.]]",
    tools: [
      {
        type: "namespace",
        name: "agents",
        description: "Agents",
        tools: [
          {
            type: "function",
            name: "spawn_agent",
            parameters: { properties: { message: { type: "string" } } },
          },
        ],
      },
    ],
  });
  expect(output).toEqual([
    {
      id: expect.stringMatching(/^fc_/),
      type: "function_call",
      status: "completed",
      call_id: expect.stringMatching(/^call_/),
      name: "spawn_agent",
      namespace: "agents",
      arguments: '{"message":"Look."}',
    },
  ]);
});

test("[W4] thinking without text is thinking that the API hides", async () => {
  const { anthropic, openai } = await running();
  const messages = [{ role: "user" as const, content: "[[think ++ say ok]]" }];
  const claude = await anthropic.messages.stream({ model: "m", max_tokens: 9, messages }).finalMessage();
  expect(claude.content).toEqual([
    { type: "redacted_thinking", data: expect.any(String) },
    { type: "text", text: "ok" },
  ]);
  const responses = await openai.responses.create({ model: "m", input: "[[think ++ say ok]]" });
  expect(responses.output[0]).toEqual({ id: expect.any(String), type: "reasoning", summary: [] });
  const chat = await openai.chat.completions.create({ model: "m", messages });
  expect(chat.choices[0]?.message).toEqual({ role: "assistant", content: "ok", refusal: null });
});

test("[W5] the stop reason in the terms of each API", async () => {
  const { anthropic, openai } = await running();
  const told = async (reason: string) => {
    const content = `[[say cut short ++ stop ${reason}]]`;
    const messages = [{ role: "user" as const, content }];
    const claude = await anthropic.messages.create({ model: "m", max_tokens: 9, messages });
    const chat = await openai.chat.completions.create({ model: "m", messages });
    const response = await openai.responses.create({ model: "m", input: content });
    return [claude.stop_reason, chat.choices[0]?.finish_reason, response.status, response.incomplete_details];
  };
  expect(await told("max_tokens")).toEqual([
    "max_tokens",
    "length",
    "incomplete",
    { reason: "max_output_tokens" },
  ]);
  expect(await told("content_filter")).toEqual([
    "refusal",
    "content_filter",
    "incomplete",
    { reason: "content_filter" },
  ]);
  expect(await told("end_turn")).toEqual(["end_turn", "stop", "completed", null]);
  expect(await told("pause_turn")).toEqual(["pause_turn", "pause_turn", "completed", null]);
});

test("[W6] models are listed in the client's format, and counted tokens are returned", async () => {
  const { anthropic, openai } = await running();
  expect((await anthropic.models.list()).data).toEqual(
    ["scripted", "demo"].map((id) => ({
      type: "model",
      id,
      display_name: id,
      created_at: "2023-11-14T22:13:20.000Z",
    })),
  );
  expect((await openai.models.list()).data).toEqual(
    ["scripted", "demo"].map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "polylog" })),
  );
  expect(await openai.models.retrieve("other")).toEqual({
    id: "other",
    object: "model",
    created: 1_700_000_000,
    owned_by: "polylog",
  });
  expect(
    await anthropic.messages.countTokens({
      model: "m",
      messages: [{ role: "user", content: "x".repeat(400) }],
    }),
  ).toEqual({ input_tokens: 100 });
});

test("[W7] a continued conversation is read from the cache up to the last answer", async () => {
  const { anthropic, openai } = await running();
  const talk = [
    { role: "user" as const, content: `${"x".repeat(3984)} [[say one]]` },
    { role: "assistant" as const, content: "y".repeat(400) },
    { role: "user" as const, content: "z".repeat(400) },
  ];
  const marked = [
    { type: "text" as const, text: "s".repeat(400), cache_control: { type: "ephemeral" as const } },
  ];
  const claude = await anthropic.messages.create({
    model: "m",
    max_tokens: 9,
    messages: talk,
    system: marked,
  });
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = claude.usage;
  expect([input_tokens, cache_read_input_tokens, cache_creation_input_tokens]).toEqual([0, 1099, 200]);
  const plain = await anthropic.messages.create({ model: "m", max_tokens: 9, messages: talk });
  expect([plain.usage.input_tokens, plain.usage.cache_read_input_tokens]).toEqual([1199, 0]);
  const chat = await openai.chat.completions.create({ model: "m", messages: talk });
  expect([chat.usage?.prompt_tokens, chat.usage?.prompt_tokens_details?.cached_tokens]).toEqual([1199, 999]);
});
