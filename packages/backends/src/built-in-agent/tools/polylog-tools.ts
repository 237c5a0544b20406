import type { PolylogToolset } from "@polylog/core";
import { z } from "zod";
import { polylogToolName } from "../../polylog-tools/tool-name.ts";
import { orAborted } from "../run/or-aborted.ts";
import { type AgentTool, failed } from "./tool.ts";

/** The Polylog tools, shown as other programs show them: as tools of an MCP server "polylog". */
export function polylogTools(tools: PolylogToolset | null, runId: string): readonly AgentTool[] {
  if (tools === null) return [];
  // The built-in agent has its own, which ends the run.
  const list = tools.list.filter(({ name }) => name !== "finalize_task");
  return list.map(({ name, description, inputSchema }) => ({
    ...{ name: polylogToolName(name), description, inputSchema },
    input: z.record(z.string(), z.unknown()),
    effect: "none",
    run: async (input, { callId, signal }) => {
      const called = tools.call({ runId, callId, name, input, signal });
      const { text, isError, error } = await orAborted(called, signal);
      if (!isError) return { ok: true, text };
      return error === undefined ? failed("tool_error", text) : failed(error.code, error.message);
    },
  }));
}
