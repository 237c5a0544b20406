import type { PolylogToolDefinition, StopSignal } from "@polylog/core";
import { z } from "zod";
import type { SessionActor } from "../sessions/session-actor.ts";

/** One of Polylog's own tools. Its input is checked by a schema, of which the agent gets the JSON form. */
export interface PolylogTool {
  readonly definition: PolylogToolDefinition;
  /** The input is the agent's, unchecked. Rejects with `Refusal`. What it gives is told as JSON. */
  call(input: unknown, caller: ToolCaller): Promise<ToolValue>;
}

/** Always an object: some programs fail a call whose result is a list. */
type ToolValue = Readonly<Record<string, unknown>>;

/** Who calls: an agent of a session, in a run that is at work. */
export interface ToolCaller {
  readonly actor: SessionActor;
  readonly agentId: string;
  readonly runId: string;
  readonly callId?: string | undefined;
  readonly signal: StopSignal;
}

export function defineTool<S extends z.ZodObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: S;
  readonly call: (input: z.output<S>, caller: ToolCaller) => Promise<ToolValue>;
}): PolylogTool {
  const { name, description, input } = tool;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
  return {
    definition: { name, description, inputSchema },
    call: async (unchecked, caller) => tool.call(input.parse(unchecked ?? {}), caller),
  };
}
