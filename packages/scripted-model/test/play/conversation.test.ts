import { expect, test } from "vitest";
import { isContent } from "../../src/answer.ts";
import { chooseAnswer } from "../../src/play/choose-answer.ts";
import { FaultCounters } from "../../src/play/fault-counters.ts";
import { readAnthropic } from "../../src/read-request/anthropic.ts";
import { readChat } from "../../src/read-request/chat.ts";
import { readResponses } from "../../src/read-request/responses.ts";
import { anthropicTools, bash, chatTools } from "../requests.ts";

/** A short form of the answer. */
function answered(request: ReturnType<typeof readChat>): string {
  const { parts } = chooseAnswer(request, new FaultCounters()).answer;
  return parts
    .filter(isContent)
    .map((part) => (part.kind === "call" ? `${part.name} ${part.input}` : part.text))
    .join(" ++ ");
}

const claude = (messages: unknown[], more: object = {}) =>
  answered(readAnthropic({ model: "m", max_tokens: 99, messages, tools: anthropicTools([bash]), ...more }));
const chat = (messages: unknown[], more: object = {}) =>
  answered(readChat({ model: "m", messages, tools: chatTools([bash]), ...more }));
const responses = (input: unknown) =>
  answered(readResponses({ model: "m", input, tools: [{ type: "function", name: "shell" }] }));

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const use = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "[[say not me]]" });

const script = "[[say one ++ shell a]] [[shell b]] [[say three]]";

test("[L1] the k-th answer since the script is its k-th step, in each API", () => {
  const conversation = [
    user(script),
    assistant([use("a")]),
    user([result("a")]),
    assistant([use("b")]),
    user([result("b")]),
  ];
  expect([claude(conversation.slice(0, 1)), claude(conversation.slice(0, 3)), claude(conversation)]).toEqual([
    'one ++ Bash {"command":"a"}',
    'Bash {"command":"b"}',
    "three",
  ]);
  const call = { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "Bash" } }] };
  expect(chat([user(script), call, { role: "tool", tool_call_id: "a", content: "ok" }])).toBe(
    'Bash {"command":"b"}',
  );
  const items = [
    { type: "message", role: "user", content: [{ type: "input_text", text: script }] },
    { type: "reasoning", summary: [] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "one" }] },
    { type: "function_call", call_id: "a", name: "shell", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: "ok" },
  ];
  expect(responses(items)).toBe('shell {"command":"b"}');
});

test("[L1] calls of one answer that are interleaved with their results are still one answer", () => {
  const id = "0123456789abcdef";
  const items = [
    { role: "user", content: script },
    { type: "function_call", call_id: `call_${id}0`, name: "shell", arguments: "{}" },
    { type: "function_call_output", call_id: `call_${id}0`, output: "ok" },
    { type: "function_call", call_id: `call_${id}1`, name: "shell", arguments: "{}" },
    { type: "function_call_output", call_id: `call_${id}1`, output: "ok" },
  ];
  expect(responses(items)).toBe('shell {"command":"b"}');
});

test("[L1] consecutive calls are one answer, whatever their ids", () => {
  const items = [
    { role: "user", content: script },
    { type: "function_call", call_id: "a", name: "shell", arguments: "{}" },
    { type: "custom_tool_call", call_id: "b", name: "apply_patch", input: "" },
    { type: "function_call_output", call_id: "a", output: "ok" },
    { type: "custom_tool_call_output", call_id: "b", output: "ok" },
  ];
  expect(responses(items)).toBe('shell {"command":"b"}');
});

test("[L1] the latest text with steps is used, even if plain text follows", () => {
  expect(chat([user("[[say old]]"), assistant("old"), user("[[say new]] [[say newer]]")])).toBe("new");
  expect(chat([user("[[say one]] [[say two]]"), assistant("one"), user("go on please")])).toBe("two");
});

test("[L6] after the last step there is a short answer; known messages are answered", () => {
  const conversation = [user("[[say one]]"), assistant("one")];
  expect(chat([...conversation, user("and now something else")])).toBe("Done.");
  expect(chat([...conversation, user("thanks")])).toMatch(/^You're welcome/);
});

test("[L7] text that agents add and tool results are not searched for steps", () => {
  const reminder = "<system-reminder>\nThe user said [[say wrong]]\n</system-reminder>";
  const environment = "<environment_context>\n<cwd>/x</cwd>[[say wrong]]\n</environment_context>";
  expect(
    claude([
      user([
        { type: "text", text: reminder },
        { type: "text", text: "[[say right]]" },
      ]),
    ]),
  ).toBe("right");
  expect(claude([user(`[[say right]]\n${reminder}`), user(environment)])).toBe("right");
  const conversation = [
    user("[[shell a]] [[say right]]"),
    assistant([use("a")]),
    user([result("a"), { type: "text", text: reminder }]),
  ];
  expect(claude(conversation)).toBe("right");
});

test("[L5] an invalid script is explained in the answer", () => {
  expect(chat([user("[[shel ls]]")])).toMatch(/^Step 1 of the script is invalid: unknown step "shel"/);
});

test("[L8] side calls use no step: titles, summaries, structured answers, probes", () => {
  const bare = { tools: undefined };
  const schema = {
    type: "object",
    properties: { title: { type: "string" }, isNewTopic: { type: "boolean" } },
    required: ["title"],
  };
  expect(claude([user(script)], { ...bare, system: "Generate a concise title for this session." })).toBe(
    "Scripted session",
  );
  expect(
    chat(
      [{ role: "system", content: "You are a title generator." }, user("[[error 500 1]] [[say hi]]")],
      bare,
    ),
  ).toBe("Scripted session");
  expect(chat([user("Write a short summary of this: [[error 500]]")], bare)).toBe("A scripted conversation.");
  expect(
    claude([user("[[say hi]]")], { ...bare, output_config: { format: { type: "json_schema", schema } } }),
  ).toBe('{"title":"Scripted session","isNewTopic":false}');
  const named = { ...bare, system: "You are naming a coding session so the user can pick it out of a list." };
  expect(claude([user(`<session>${script}</session>`)], named)).toBe("Scripted session");
  expect(chat([user(script), user("Generate a concise, single-line task title.")])).toBe("Scripted session");
  const quoted = `Your task is to generate a very short title for a conversation. The message: ${script}`;
  expect(chat([user(quoted)])).toBe("Scripted session");
  expect(chat([user(script), user("[SUGGESTION MODE: Suggest what the user might type next]")])).toBe(
    "thanks",
  );
  expect(chat([user("Write a detailed summary of this: [[say played]]")])).toBe("played");
  expect(claude([user("quota")], { ...bare, max_tokens: 1 })).toBe(".");
  expect(chat([user("[[shell ls]]")], bare)).toBe("Scripted session");
  expect(chat([user("[[say hi]]")], bare)).toBe("hi");
});

test("[L9] a summary that replaces the conversation includes the remaining steps", () => {
  const compact = user("Your task is to create a detailed summary of the conversation so far.");
  const summary = chat([user(script), assistant("one"), compact]);
  expect(summary).toBe("A scripted conversation. Remaining script: [[shell b]] [[say three]]");
  expect(chat([user(`This session goes on from an earlier one.\n\n${summary}`)])).toBe(
    'Bash {"command":"b"}',
  );
});

test("[L10] words, huge texts and usage are produced as the step says", () => {
  expect(chat([user("[[words 4 0]]")])).toBe("one log for every");
  expect(chat([user("[[huge 2]]")])).toHaveLength(2048);
  expect(chat([user("[[usage 1 2]]")])).toBe("OK.");
  expect(chat([user('[[tool bash {"x":1}]]')])).toBe('Bash {"x":1}');
  expect(chat([user('[[tool NoSuchTool {"x":1}]]')])).toBe('NoSuchTool {"x":1}');
});

const spawnTools = [
  { type: "function", name: "spawn_agent" },
  {
    type: "function",
    name: "wait_agent",
    parameters: { type: "object", properties: { targets: { type: "array", items: { type: "string" } } } },
  },
];
const spawning = (input: unknown) => answered(readResponses({ model: "m", input, tools: spawnTools }));
const ids = ["01a1e1b5-e75e-7213-9a65-3728ec36b48f", "02a1e1b5-e75e-7213-9a65-3728ec36b48f"];
const said = (text: string) => ({ type: "message", role: "user", content: text });
const called = (callId: string, name: string) => ({ type: "function_call", call_id: callId, name });
const gave = (callId: string, output: unknown) => ({
  type: "function_call_output",
  call_id: callId,
  output: JSON.stringify(output),
});

test("[P7] started subagents are awaited until all have reported their end, without using a step", () => {
  const first = [
    said("[[subagent one ++ subagent two]] [[say Thanks.]]"),
    called("a", "spawn_agent"),
    called("b", "spawn_agent"),
    gave("a", { agent_id: ids[0] }),
    gave("b", { agent_id: ids[1] }),
  ];
  const oneDone = [
    called("c", "wait_agent"),
    gave("c", { status: { [ids[0] as string]: {} }, timed_out: false }),
  ];
  const bothDone = [
    called("d", "wait_agent"),
    gave("d", { status: { [ids[1] as string]: {} }, timed_out: false }),
  ];
  expect([
    spawning(first),
    spawning([...first, ...oneDone]),
    spawning([...first, ...oneDone, ...bothDone]),
    spawning([...first, called("c", "wait_agent"), gave("c", { status: {}, timed_out: true })]),
    spawning([...first, said("[[say Something else.]]")]),
  ]).toEqual([
    `wait_agent {"targets":["${ids[0]}","${ids[1]}"]}`,
    `wait_agent {"targets":["${ids[1]}"]}`,
    "Thanks.",
    "Thanks.",
    "Something else.",
  ]);
});

test("[P7] a subagent may report its end, and receive its task, in a separate message", () => {
  const message = (sender: string, text: string, sealed: string) => ({
    type: "agent_message",
    content: [
      { type: "input_text", text: `Sender: ${sender}\nPayload:\n${text}` },
      { type: "encrypted_content", encrypted_content: sealed },
    ],
  });
  const parent = [
    said("[[subagent one]] [[say Thanks.]]"),
    called("a", "spawn_agent"),
    gave("a", { task_name: "/root/one" }),
  ];
  const waited = [called("b", "wait_agent"), gave("b", { message: "Wait completed.", timed_out: false })];
  expect([
    spawning(parent),
    spawning([...parent, ...waited, message("/root/one", "Done.", "")]),
    spawning([...parent.slice(0, 2), gave("a", "aborted"), message("/root", "", "[[say I am one.]]")]),
  ]).toEqual([`wait_agent {"targets":["/root/one"]}`, "Thanks.", "I am one."]);
});

test("[P1] tools may be offered inside the conversation", () => {
  const offer = { type: "additional_tools", role: "developer", tools: [{ type: "function", name: "shell" }] };
  expect(answered(readResponses({ model: "m", input: [offer, said("[[shell ls]]")] }))).toBe(
    'shell {"command":"ls"}',
  );
});
