import type { PolylogToolDefinition } from "@polylog/core";
import { z } from "zod";
import type { Sender } from "../exchange/exchanges.ts";

/** One of Polylog's tools. A schema validates its input, and agents receive it as JSON schema. */
export interface PolylogTool {
  readonly definition: PolylogToolDefinition;
  /** The input is the agent's, not validated. Rejects with `Refusal`. The agent receives the result as JSON. */
  call(input: unknown, caller: ToolCaller): Promise<ToolValue>;
}

/** Always an object, because some programs fail a call whose result is a list. */
type ToolValue = Readonly<Record<string, unknown>>;

/** The calling agent of a session, with its active run. */
export type ToolCaller = Sender;

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
