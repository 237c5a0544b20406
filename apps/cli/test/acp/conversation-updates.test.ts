import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { type Conversation, type EventBody, emptyConversation, fold, parseEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { ConversationUpdates } from "../../src/acp/conversation-updates.ts";
import { readPrompt } from "../../src/acp/read-prompt.ts";

/** The updates that an editor receives for a conversation, and the prompts that it sends. */

const speaker = { runId: "run", agentId: "agent" };
const below = { runId: "below", agentId: "agent" };
const diff = { type: "diff" as const, path: "/p/a.js", oldText: "a - b", newText: "a + b" };

const events: readonly EventBody[] = [
  { type: "title", title: "Sweets", source: "agent", agentId: "agent" },
  { type: "commands_update", commands: [{ name: "init", description: "Begin" }], agentId: "agent" },
  { type: "user_message", text: "Go", clientMessageId: "mine", delivery: "run", ...speaker },
  { type: "run_started", trigger: "message", ...speaker },
  { type: "thinking_delta", responseId: "r", block: 0, offset: 0, delta: "Let ", ...speaker },
  { type: "thinking_delta", responseId: "r", block: 0, offset: 4, delta: "me see.", ...speaker },
  { type: "thinking_done", responseId: "r", block: 0, text: "Let me see.", ...speaker },
  { type: "text_delta", responseId: "r", block: 1, offset: 0, delta: "I ", ...speaker },
  { type: "text_delta", responseId: "r", block: 1, offset: 2, delta: "look.", ...speaker },
  { type: "text_done", responseId: "r", block: 1, text: "I look.", ...speaker },
  { type: "tool_call_start", callId: "c", toolName: "Edit", ...speaker },
  {
    ...{ type: "tool_call_start", callId: "c", toolName: "Edit", input: { file_path: "/p/a.js" } },
    ...{ locations: [{ path: "/p/a.js", line: 3 }], content: [diff] },
    ...speaker,
  },
  {
    type: "tool_result",
    callId: "c",
    toolName: "Edit",
    ok: true,
    result: "Edited.",
    content: [diff],
    ...speaker,
  },
  { type: "tool_call_start", callId: "t", toolName: "Task", input: { prompt: "Look" }, ...speaker },
  { type: "subagent_spawned", childRunId: "below", callId: "t", ...speaker },
  { type: "text_delta", responseId: "b", block: 0, offset: 0, delta: "Fine.", ...below },
  { type: "text_done", responseId: "b", block: 0, text: "Fine.", ...below },
  { type: "subagent_result", childRunId: "below", outcome: "completed", ...speaker },
  {
    type: "tool_result",
    callId: "t",
    toolName: "Task",
    ok: false,
    error: { code: "x", message: "No." },
    ...speaker,
  },
  { type: "todo_update", items: [{ content: "Fix it", status: "in_progress" }], ...speaker },
  { type: "context_usage", usedTokens: 10, windowTokens: 100, ...speaker },
  { type: "run_ended", outcome: "completed", ...speaker },
];

/** Every state of the conversation. */
function states(): Conversation[] {
  let conversation = emptyConversation;
  return events.map((body, index) => {
    const stamps = { id: `e${index}`, sessionId: "s", seq: index + 1, rev: 0, ts: index };
    const parsed = parseEvent(JSON.stringify({ ...body, ...stamps }));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    conversation = fold(conversation, parsed.event);
    return conversation;
  });
}

/** The editor's content after all updates. */
function seen(updates: readonly SessionUpdate[]) {
  const texts: Record<string, string> = {};
  const calls: Record<string, object> = {};
  const rest: Record<string, unknown> = {};
  for (const update of updates) {
    switch (update.sessionUpdate) {
      case "user_message_chunk":
      case "agent_message_chunk":
      case "agent_thought_chunk": {
        const key = `${update.sessionUpdate} ${update.messageId}`;
        if (update.content.type === "text") texts[key] = (texts[key] ?? "") + update.content.text;
        break;
      }
      case "tool_call":
      case "tool_call_update": {
        const { sessionUpdate: _, toolCallId, ...fields } = update;
        calls[toolCallId] = { ...calls[toolCallId], ...fields };
        break;
      }
      default:
        rest[update.sessionUpdate] = update;
    }
  }
  return { texts: Object.values(texts), calls: Object.values(calls), rest };
}

function told(
  work: (mirror: ConversationUpdates) => void,
  isOwn = false,
  sendsSubagents = true,
): SessionUpdate[] {
  const updates: SessionUpdate[] = [];
  work(
    new ConversationUpdates({
      projectRoot: "/code/shop",
      sendsSubagents,
      isOwn: () => isOwn,
      send: (update) => updates.push(update),
    }),
  );
  return updates;
}

const all = states();
const last = all.at(-1) as Conversation;

test("loading a session gives an editor the same content as following it live, with any number of updates", () => {
  const loaded = seen(told((mirror) => mirror.load(last)));
  expect(loaded.texts).toEqual(["Go", "Let me see.", "I look.", "Fine."]);
  for (const every of [1, 2, 3, 5, events.length]) {
    const live = told((mirror) => {
      for (const [index, state] of all.entries()) if (index % every === 0) mirror.show(state);
      mirror.show(last);
    });
    expect(seen(live)).toEqual(loaded);
  }
});

test("calls have a kind, a status, diffs and locations; calls of subagents also have a parent", () => {
  const { calls, rest } = seen(told((mirror) => mirror.load(last)));
  expect(calls).toEqual([
    {
      ...{ title: "Edit /p/a.js", name: "Edit", kind: "edit", status: "completed" },
      content: [diff, { type: "content", content: { type: "text", text: "Edited." } }],
      locations: [{ path: "/p/a.js", line: 3 }],
      rawInput: { file_path: "/p/a.js" },
      rawOutput: { output: "Edited." },
    },
    {
      ...{ title: "Task", name: "Task", kind: "think", status: "failed", locations: [] },
      content: [{ type: "content", content: { type: "text", text: "No." } }],
      rawInput: { prompt: "Look" },
      rawOutput: { output: "" },
    },
  ]);
  expect(rest).toEqual({
    session_info_update: { sessionUpdate: "session_info_update", title: "Sweets" },
    available_commands_update: {
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "init", description: "Begin", input: null }],
    },
    plan: {
      sessionUpdate: "plan",
      entries: [{ content: "Fix it", status: "in_progress", priority: "medium" }],
    },
    usage_update: { sessionUpdate: "usage_update", used: 10, size: 100 },
  });
});

test("an editor's own message and a resumed session are not sent again", () => {
  const own = told((mirror) => {
    for (const state of all) mirror.show(state);
  }, true);
  expect(seen(own).texts).toEqual(["Let me see.", "I look.", "Fine."]);
  expect(told((mirror) => mirror.skip(last))).toEqual([]);
  const resumed = told((mirror) => {
    mirror.skip(all[7] as Conversation);
    for (const state of all.slice(8)) mirror.show(state);
  });
  expect(seen(resumed).texts).toEqual(["look.", "Fine."]);
});

test("subagents' text is only sent to editors that request it", () => {
  expect(seen(told((mirror) => mirror.load(last), false, false)).texts).toEqual([
    "Go",
    "Let me see.",
    "I look.",
  ]);
});

test("a prompt's files, selections and images are converted", () => {
  expect(
    readPrompt([
      { type: "text", text: "Look at " },
      { type: "resource_link", uri: "file:///p/a%20b.js", name: "a b.js" },
      { type: "text", text: " and " },
      { type: "resource_link", uri: "https://example.org/x", name: "x" },
      { type: "resource", resource: { uri: "file:///p/c.js", text: "const c = 1;" } },
      { type: "image", mimeType: "image/png", data: "AAAA" },
    ]),
  ).toEqual({
    text: "Look at @/p/a b.js and https://example.org/x\n\n@/p/c.js\n```\nconst c = 1;\n```\n",
    images: [{ mediaType: "image/png", data: "AAAA" }],
  });
});
