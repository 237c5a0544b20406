import { messageOf, type PolylogToolRequest, type PolylogToolResult } from "@polylog/core";
import { z } from "zod";
import { Refusal } from "../exchange/refusal.ts";
import type { OpenTools } from "../runs/program/agent-program.ts";
import type { ToolUser } from "../sessions/session-actor.ts";
import type { PolylogTool } from "./polylog-tool.ts";
import type { ToolAddresses } from "./tool-addresses.ts";

export class PolylogTools {
  private readonly tools: ReadonlyMap<string, PolylogTool>;
  private readonly addresses: ToolAddresses;

  constructor(tools: readonly PolylogTool[], addresses: ToolAddresses) {
    this.tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.addresses = addresses;
  }

  open(user: ToolUser): OpenTools {
    const ended = new AbortController();
    const list = [...this.tools.values()].map(({ definition }) => definition);
    const call = (request: PolylogToolRequest) => this.call(user, request, ended.signal);
    const stops: (() => void)[] = [];
    let made: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null = null;
    return {
      tools: {
        list,
        call,
        address: async () => {
          if (made !== null || ended.signal.aborted) return made;
          const address = this.addresses.make({ list, call });
          if (address === null) return null;
          stops.push(address.close);
          made = { url: address.url, headers: address.headers };
          return made;
        },
      },
      close: () => {
        ended.abort();
        made = null;
        for (const stop of stops.splice(0)) stop();
      },
    };
  }

  private async call(
    user: ToolUser,
    request: PolylogToolRequest,
    ended: AbortSignal,
  ): Promise<PolylogToolResult> {
    const { actor, agentId } = user;
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    request.signal.addEventListener("abort", stop, { once: true });
    ended.addEventListener("abort", stop, { once: true });
    if (request.signal.aborted || ended.aborted) stop();
    try {
      const tool = this.tools.get(request.name);
      if (tool === undefined) throw new Refusal("unknown_tool", `Unknown tool "${request.name}".`);
      const runId = request.runId ?? user.runId();
      if (runId === null) throw new Refusal("run_over", "This agent has no active run.");
      const { callId } = request;
      const value = await tool.call(request.input, { actor, agentId, runId, callId, signal: stopped.signal });
      return { text: JSON.stringify(value), isError: false };
    } catch (thrown) {
      const error = failureOf(thrown);
      return { text: `${error.message} (${error.code})`, isError: true, error };
    } finally {
      request.signal.removeEventListener("abort", stop);
      ended.removeEventListener("abort", stop);
    }
  }
}

function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof z.ZodError) return { code: "bad_input", message: z.prettifyError(error) };
  return { code: "failed", message: messageOf(error) };
}
