import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A program that streams like Claude Code, Codex, Pi or an ACP agent and does no other work, so that only its reader
 * is measured. The prompt `300000 20 5` requests 300,000 characters in pieces of 20, with 5 pieces in each
 * millisecond. A rate of 0 sends pieces as fast as they are read.
 */

type Say = (value: object) => boolean;
type Tell = (piece: string) => object;

interface Dialect {
  /** Replies to a line that starts no run. */
  reply(line: Line, say: Say): void;
  /** The prompt in a line, or null if it has none. */
  promptIn(line: Line): string | null;
  begin(line: Line, say: Say): Tell;
  end(text: string, say: Say): void;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the other side says.
type Line = any;

const session_id = randomUUID();

function claude(): Dialect {
  const about = () => ({ session_id, parent_tool_use_id: null, uuid: randomUUID() });
  let id = "";
  const stream = (event: object) => ({ type: "stream_event", event, ...about() });
  return {
    promptIn: (line) => (line.type === "user" ? line.message.content : null),
    reply: ({ type, request_id }, say) => {
      const response = { subtype: "success", request_id, response: { commands: [], models: [] } };
      if (type === "control_request") say({ type: "control_response", response });
    },
    begin: ({ uuid }, say) => {
      id = randomUUID();
      say({ type: "command_lifecycle", command_uuid: uuid, state: "started", session_id });
      say({ type: "system", subtype: "init", model: "m", claude_code_version: "2.1.325", ...about() });
      say(stream({ type: "message_start", message: { id, role: "assistant", model: "m", content: [] } }));
      say(stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }));
      return (text) => stream({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
    },
    end: (text, say) => {
      const message = { id, role: "assistant", model: "m", content: [{ type: "text", text }] };
      say({ type: "assistant", message, ...about() });
      say(stream({ type: "content_block_stop", index: 0 }));
      say(stream({ type: "message_stop" }));
      say({ type: "result", subtype: "success", is_error: false, stop_reason: "end_turn", session_id });
    },
  };
}

function codex(): Dialect {
  const threadId = session_id;
  let turnId = "";
  let itemId = "";
  const results: Record<string, object> = {
    initialize: { userAgent: "polylog/0.166.0 (bench)" },
    "thread/start": { thread: { id: threadId }, model: "m" },
    "account/read": { account: null, requiresOpenaiAuth: false },
    "model/list": { data: [] },
  };
  const item = (text: string) => ({ type: "agentMessage", id: itemId, text });
  return {
    promptIn: ({ method, params }) => (method === "turn/start" ? params.input[0].text : null),
    reply: ({ method, id }, say) => {
      if (id !== undefined) say({ id, result: results[method] ?? {} });
    },
    begin: ({ id }, say) => {
      [turnId, itemId] = [randomUUID(), randomUUID()];
      say({ id, result: { turn: { id: turnId } } });
      say({ method: "turn/started", params: { threadId, turn: { id: turnId } } });
      say({ method: "item/started", params: { threadId, turnId, item: item("") } });
      return (delta) => ({ method: "item/agentMessage/delta", params: { threadId, turnId, itemId, delta } });
    },
    end: (text, say) => {
      say({ method: "item/completed", params: { threadId, turnId, item: item(text) } });
      say({ method: "turn/completed", params: { threadId, turn: { id: turnId, status: "completed" } } });
    },
  };
}

function pi(): Dialect {
  const message = (text: string) => ({ role: "assistant", model: "m", content: [{ type: "text", text }] });
  const update = (assistantMessageEvent: object) => ({ type: "message_update", assistantMessageEvent });
  const status = { method: "setStatus", statusKey: "polylog:guard", statusText: "0.87.1" };
  let isBusy = false;
  return {
    promptIn: (line) => (line.type === "prompt" ? line.message : null),
    reply: ({ id, type }, say) => {
      const data = { sessionId: session_id, isStreaming: isBusy, messageCount: 0 };
      if (type === "get_state") say({ type: "extension_ui_request", id: randomUUID(), ...status });
      say({ id, type: "response", command: type, success: true, data });
    },
    begin: ({ id }, say) => {
      isBusy = true;
      say({ id, type: "response", command: "prompt", success: true });
      say({ type: "agent_start" });
      say({ type: "turn_start" });
      say({ type: "message_start", message: { ...message(""), content: [] } });
      say(update({ type: "text_start", contentIndex: 0 }));
      return (delta) => update({ type: "text_delta", contentIndex: 0, delta });
    },
    end: (text, say) => {
      isBusy = false;
      say(update({ type: "text_end", contentIndex: 0, content: text }));
      say({ type: "message_end", message: { ...message(text), stopReason: "stop" } });
      say({ type: "agent_settled" });
    },
  };
}

function acp(): Dialect {
  let promptId: unknown = null;
  const results: Record<string, object> = {
    initialize: { protocolVersion: 1, agentInfo: { name: "bench", version: "1" } },
    "session/new": { sessionId: session_id },
  };
  return {
    promptIn: ({ method, params }) => (method === "session/prompt" ? params.prompt[0].text : null),
    reply: ({ method, id }, say) => {
      if (id !== undefined) say({ jsonrpc: "2.0", id, result: results[method] ?? {} });
    },
    begin: ({ id }) => {
      promptId = id;
      return (text) => {
        const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
        return { jsonrpc: "2.0", method: "session/update", params: { sessionId: session_id, update } };
      };
    },
    end: (_, say) => say({ jsonrpc: "2.0", id: promptId, result: { stopReason: "end_turn" } }),
  };
}

const dialects = { claude, codex, pi, acp };
const dialect = dialects[process.argv[2] as keyof typeof dialects]();

const say: Say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

async function speak(line: Line, prompt: string): Promise<void> {
  const [chars = 0, piece = 1, perMs = 0] = prompt.split(" ").map(Number);
  const tell = dialect.begin(line, say);
  const word = "lorem ipsum dolor sit amet ".repeat(Math.ceil(piece / 27)).slice(0, piece);
  const pieces = Math.floor(chars / piece);
  const began = performance.now();
  for (let at = 0; at < pieces; at++) {
    if (!say(tell(word))) await new Promise((resolve) => process.stdout.once("drain", resolve));
    const ahead = perMs === 0 ? 0 : (at + 1) / perMs - (performance.now() - began);
    if (ahead > 1) await sleep(ahead);
  }
  dialect.end(word.repeat(pieces), say);
}

for await (const text of createInterface(process.stdin)) {
  const line = JSON.parse(text);
  const prompt = dialect.promptIn(line);
  if (prompt === null) dialect.reply(line, say);
  else void speak(line, prompt);
}
