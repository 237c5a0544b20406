import { isRecord } from "../connection/native-line.ts";
import type { PolylogToolCalls } from "./tool-calls.ts";
import { POLYLOG_SERVER } from "./tool-name.ts";

/**
 * Polylog's tools as an MCP server without a transport, for programs that carry MCP messages in their own protocol.
 * Takes a message and returns the response, or null for a notification.
 */

type Message = Readonly<Record<string, unknown>>;

export interface McpAnswerer {
  readonly calls: PolylogToolCalls;
  /** The run of a call, by the program's id for the call. */
  runOf(callId: string | null): string | null;
}

const PROTOCOL = "2025-06-18";

export async function answerMcp(message: Message, answerer: McpAnswerer): Promise<Message | null> {
  const { id, method } = message;
  const params = isRecord(message.params) ? message.params : {};
  if (method === "notifications/cancelled") answerer.calls.stop(String(params.requestId));
  if (typeof id !== "string" && typeof id !== "number") return null;
  switch (method) {
    case "initialize":
      return result(id, {
        protocolVersion: typeof params.protocolVersion === "string" ? params.protocolVersion : PROTOCOL,
        capabilities: { tools: {} },
        serverInfo: { name: POLYLOG_SERVER, version: "1" },
      });
    case "ping":
      return result(id, {});
    case "tools/list":
      return result(id, {
        // The list is short, and deferred loading would find the tools too late.
        tools: answerer.calls.list.map((tool) => ({ ...tool, _meta: { "anthropic/alwaysLoad": true } })),
      });
    case "tools/call":
      return result(id, await callTool(id, params, answerer));
    default:
      return { jsonrpc: "2.0", id, error: { code: -32601, message: `Method not found: ${String(method)}` } };
  }
}

async function callTool(
  id: string | number,
  params: Message,
  { calls, runOf }: McpAnswerer,
): Promise<Message> {
  const { name, arguments: input = {}, _meta: meta } = params;
  const named = isRecord(meta) ? meta["claudecode/toolUseId"] : null;
  const callId = typeof named === "string" ? named : null;
  const result = await calls.call({
    id: String(id),
    runId: runOf(callId),
    callId,
    name: String(name),
    input,
  });
  const { text, isError } = result ?? stopped;
  return { content: [{ type: "text", text }], isError };
}

const stopped = { text: "The call was stopped.", isError: true };

function result(id: string | number, value: Message): Message {
  return { jsonrpc: "2.0", id, result: value };
}
