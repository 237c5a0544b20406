import { isTooDeep } from "@polylog/core";
import type { ToolRequest } from "../model/response-reader.ts";
import { type AgentTool, failed, type ToolOutcome } from "../tools/tool.ts";

/** A call that can run, or why it cannot. `shown` is its input for people and for the history. */
export type PreparedCall =
  | {
      readonly request: ToolRequest;
      readonly tool: AgentTool;
      readonly input: unknown;
      readonly shown: object;
    }
  | {
      readonly request: ToolRequest;
      readonly tool: null;
      readonly refused: ToolOutcome;
      readonly shown: object | null;
    };

export function prepareCall(request: ToolRequest, tools: readonly AgentTool[]): PreparedCall {
  const parsed = parseInput(request.inputText);
  const shown = isObject(parsed.value) ? freeze(parsed.value) : null;
  const refuse = (code: string, text: string): PreparedCall => ({
    ...{ request, tool: null, refused: failed(code, text), shown },
  });
  const tool = tools.find(({ name }) => name === request.toolName);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    return refuse("unknown_tool", `No tool is named ${request.toolName}. Available tools: ${names}.`);
  }
  if (parsed.fault !== null)
    return refuse("invalid_input", `${parsed.fault} Send the call again with one JSON object.`);
  const checked = tool.input.safeParse(parsed.value);
  if (!checked.success) {
    const faults = checked.error.issues.map(
      ({ path, message }) => `${path.join(".") || "input"}: ${message}`,
    );
    return refuse("invalid_input", `Invalid input for ${tool.name}: ${faults.slice(0, 8).join("; ")}.`);
  }
  // From here on, the same object is shown, approved and run.
  const input = freeze(checked.data);
  return { request, tool, input, shown: isObject(input) ? input : {} };
}

/** Models send empty input for tools without parameters. */
function parseInput(text: string): { readonly value: unknown; readonly fault: string | null } {
  if (text.trim() === "") return { value: {}, fault: null };
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value)
      ? { value: null, fault: "The input is nested too deeply." }
      : { value, fault: null };
  } catch (error) {
    return { value: null, fault: `The input is not JSON (${(error as Error).message}).` };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
