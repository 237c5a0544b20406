import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/**
 * Polylog's extension for Pi, which loads it into its own process. Pi has no permission requests; this extension
 * sends them to Polylog as dialogs of Pi's protocol.
 */

/** The dialog for a permission, and the only answer that allows the call. */
export const PERMISSION = "polylog:permission";
export const ALLOW = "allow";
/** The dialog for a call of a Polylog tool; its answer is the tool's result. */
export const POLYLOG_TOOL = "polylog:tool";
/** The variable that names the file with Polylog's tools. */
export const TOOLS_FILE = "AGENT_TOOLS_FILE";
/** The status with which the extension reports that it is loaded. */
export const GUARD = "polylog:guard";

interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Context {
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly ui: {
    input(title: string, placeholder: string, options: { signal?: AbortSignal }): Promise<string | undefined>;
    setStatus(key: string, text: string): void;
  };
}

interface Verdict {
  readonly block: true;
  readonly reason: string;
}

interface OwnTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly details: unknown;
}

interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  execute(
    callId: string,
    input: unknown,
    signal: AbortSignal | undefined,
    onUpdate: unknown,
    context: Context,
  ): Promise<ToolResult>;
}

interface Pi {
  registerTool(tool: PiTool): void;
  on(event: "session_start", handler: (event: unknown, context: Context) => void): void;
  on(event: "tool_call", handler: (call: ToolCall, context: Context) => Promise<Verdict | undefined>): void;
}

// biome-ignore lint/style/noDefaultExport: Pi calls what an extension exports by default.
export default async function guard(pi: Pi): Promise<void> {
  const version = await ownVersion();
  const tools = polylogTools(process.env[TOOLS_FILE]);
  const names = new Set(tools.map(({ name }) => name));
  for (const tool of tools) pi.registerTool(piTool(tool));
  pi.on("session_start", (_, { ui }) => ui.setStatus(GUARD, version));
  pi.on("tool_call", async ({ toolCallId: callId, toolName, input }, { cwd, signal, ui }) => {
    if (names.has(toolName) || isReadOnly(toolName, input, cwd)) return undefined;
    const request = JSON.stringify({ callId, toolName, input });
    const answer = await ui.input(PERMISSION, request, signal === undefined ? {} : { signal });
    return answer === ALLOW ? undefined : { block: true, reason: answer ?? "This call was not approved." };
  });
}

function polylogTools(file: string | undefined): readonly OwnTool[] {
  return file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as OwnTool[]);
}

function piTool({ name, description, inputSchema: parameters }: OwnTool): PiTool {
  return {
    ...{ name, label: name, description, parameters },
    execute: async (callId, input, signal, _, { ui }) => {
      const request = JSON.stringify({ callId, name, input });
      const answer = await ui.input(POLYLOG_TOOL, request, signal === undefined ? {} : { signal });
      const { text, isError } = JSON.parse(answer ?? stopped) as { text: string; isError: boolean };
      // Pi reports a thrown error to the model as a failure.
      if (isError) throw new Error(text);
      return { content: [{ type: "text", text }], details: {} };
    },
  };
}

const stopped = JSON.stringify({ text: "The call was stopped.", isError: true });

const looking: ReadonlySet<string> = new Set(["read", "grep", "find", "ls"]);

/** Reading inside the project needs no permission. */
export function isReadOnly(toolName: string, input: ToolCall["input"], cwd: string): boolean {
  if (!looking.has(toolName)) return false;
  const target = input.path ?? ".";
  // Pi interprets these as a home folder, a mentioned file, and a URL.
  if (typeof target !== "string" || /^(?:[~@]|file:)/.test(target.trim())) return false;
  return isInside(resolved(cwd), resolved(path.resolve(cwd, target)));
}

function isInside(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** The path with its links resolved, as far as it exists. */
function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // The file does not exist yet, but its folder may.
    const above = path.dirname(file);
    return above === file ? file : path.join(resolved(above), path.basename(file));
  }
}

/** Pi lets its extensions import it as a module, by the name of its package. */
async function ownVersion(): Promise<string> {
  for (const name of ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"]) {
    try {
      return String(((await import(name)) as { VERSION: unknown }).VERSION);
    } catch {
      // This version's package has another name.
    }
  }
  return "of an unknown version";
}
