import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { isTooDeep } from "@polylog/core";
import { z } from "zod";
import { withOwnSignal } from "./abort-signals.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { limits } from "./limits.ts";

/** A tool as its server describes it, checked and bounded. */
export interface ListedTool {
  /** The server's own name for it, which calls use. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Reasons why tools were left out. */
  readonly problems: readonly string[];
}

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const tool = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  inputSchema: z.looseObject({ type: z.literal("object") }),
});

/**
 * Requests the list page by page. The SDK's own `listTools` is not used: it would compile the output schemas, which
 * contain untrusted regular expressions, and would refuse the whole list for one invalid tool.
 */
export async function listTools(client: Client, signal: AbortSignal): Promise<ToolList> {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], problems: [] };
  const listed: unknown[] = [];
  const problems: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < limits.pages && listed.length <= limits.tools; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await withOwnSignal(signal, (own) =>
      client.request({ method: "tools/list", params }, page, { signal: own, timeout: limits.callTotalMs }),
    );
    listed.push(...answer.tools.slice(0, limits.tools + 1));
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  if (listed.length > limits.tools || cursor !== undefined) {
    problems.push(`offers too many tools; only the first ${limits.tools} are available`);
  }
  const tools = new Map<string, ListedTool>();
  for (const candidate of listed.slice(0, limits.tools)) {
    const read = readTool(candidate);
    if (typeof read === "string") problems.push(read);
    else if (tools.has(read.name)) problems.push(`offers ${cleanLine(read.name, 100)} twice`);
    else tools.set(read.name, read);
  }
  return { tools: [...tools.values()], problems };
}

/** The tool, or what is wrong with it. */
function readTool(value: unknown): ListedTool | string {
  const parsed = tool.safeParse(value);
  if (!parsed.success) return `offers an invalid tool: ${where(parsed.error)}`;
  const { name, description = "", inputSchema } = parsed.data;
  const shown = cleanLine(name, 100);
  if (isTooDeep(inputSchema, limits.schemaDepth))
    return `has an input schema for ${shown} that is nested too deeply`;
  if (JSON.stringify(inputSchema).length > limits.schemaChars)
    return `has an input schema for ${shown} that is too long`;
  // Some model APIs refuse an object without properties.
  const withProperties = { properties: {}, ...inputSchema };
  return { name, description: cleanText(description, limits.descriptionChars), inputSchema: withProperties };
}

function where(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "it"}: ${cleanLine(issue?.message ?? "", 100)}`;
}
