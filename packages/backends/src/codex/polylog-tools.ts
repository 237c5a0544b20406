import { open } from "node:fs/promises";
import type { PolylogToolset } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import { POLYLOG_SERVER } from "../polylog-tools/tool-name.ts";
import { LineSplitter } from "../process/split-lines.ts";
import { limits } from "./limits.ts";
import type { CodexSession } from "./session.ts";

/** Polylog's tools as Codex takes them: a new thread is given them, and keeps them. */
export function dynamicTools(tools: PolylogToolset | null): Native {
  if (tools === null || tools.list.length === 0) return {};
  return { dynamicTools: tools.list.map((tool) => ({ type: "function", ...tool })) };
}

/**
 * A thread that began without them, or with others, takes no more; it can still be given a server that has them. Asked
 * of the program's own file, because the thread may be of another day or of another program.
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
  // What Polylog itself offers needs nobody's leave.
  const server = { url: address.url, http_headers: address.headers, default_tools_approval_mode: "approve" };
  return { [POLYLOG_SERVER]: server };
}

/** The names that stand in the first line of a thread's file. */
async function toolsIn(file: string): Promise<string[]> {
  // A missing thread file counts as one that began without tools.
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(limits.threadHeadBytes) });
    const [line] = new LineSplitter().push(buffer.subarray(0, bytesRead));
    const { payload } = recordOf(JSON.parse(line?.text ?? "{}"));
    return recordsOf(recordOf(payload).dynamic_tools).flatMap(({ name }) => nameOf(name) ?? []);
  } catch {
    // An unreadable thread file counts as one that began without tools.
    return [];
  } finally {
    await handle.close();
  }
}
