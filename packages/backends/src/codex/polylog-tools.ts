import { open } from "node:fs/promises";
import type { PolylogToolset } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import { POLYLOG_SERVER } from "../polylog-tools/tool-name.ts";
import { LineSplitter } from "../process/split-lines.ts";
import { limits } from "./limits.ts";
import type { CodexSession } from "./session.ts";

/** Polylog's own tools in Codex's format. A new thread receives them and keeps them. */
export function dynamicTools(tools: PolylogToolset | null): Native {
  if (tools === null || tools.list.length === 0) return {};
  return { dynamicTools: tools.list.map((tool) => ({ type: "function", ...tool })) };
}

/**
 * A thread that started without these tools cannot accept more tools, but can use an MCP server that has them. The tools are
 * read from the thread's file, because another process may have started it.
 */
export async function serverForThread(
  session: CodexSession,
  threadId: string,
  tools: PolylogToolset | null,
): Promise<Native> {
  if (tools === null || tools.list.length === 0) return {};
  const reply = await session.request("thread/read", { threadId, includeTurns: false });
  const file = reply.ok ? nameOf(recordOf(reply.result.thread).path) : null;
  const has = new Set(file === null ? [] : await toolsIn(file));
  if (tools.list.every(({ name }) => has.has(name))) return {};
  const address = await tools.address();
  if (address === null) return {};
  // Polylog's own tools need no permission.
  const server = { url: address.url, http_headers: address.headers, default_tools_approval_mode: "approve" };
  return { [POLYLOG_SERVER]: server };
}

/** The names in the first line of a thread's file. */
async function toolsIn(file: string): Promise<string[]> {
  // A missing thread file counts as a thread without tools.
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(limits.threadHeadBytes) });
    const [line] = new LineSplitter().push(buffer.subarray(0, bytesRead));
    const { payload } = recordOf(JSON.parse(line?.text ?? "{}"));
    return recordsOf(recordOf(payload).dynamic_tools).flatMap(({ name }) => nameOf(name) ?? []);
  } catch {
    // An unreadable thread file counts as a thread without tools.
    return [];
  } finally {
    await handle.close();
  }
}
