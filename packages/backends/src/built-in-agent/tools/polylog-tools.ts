import type { PolylogToolset } from "@polylog/core";
import { z } from "zod";
import { polylogToolName } from "../../polylog-tools/tool-name.ts";
import { orAborted } from "../run/or-aborted.ts";
import { type AgentTool, failed } from "./tool.ts";

/** What Polylog itself gives every agent, shown as other programs show it: as tools of the server "polylog". */
export function polylogTools(tools: PolylogToolset | null, runId: string): readonly AgentTool[] {
  if (tools === null) return [];
  // It has one of its own, with which its run ends.
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
