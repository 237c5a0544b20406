import { realpathSync } from "node:fs";
import path from "node:path";

/**
 * Pi's extension for our own process: it runs inside Pi, which loads it from here. Pi itself asks nobody before it
 * uses a tool; with this it asks us, over the dialogs that its protocol has.
 */

/** The dialog that stands for a permission, and the only answer that allows. */
export const PERMISSION = "polylog:permission";
export const ALLOW = "allow";
/** The status by which the extension says that it is there. */
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

interface Pi {
  on(event: "session_start", handler: (event: unknown, context: Context) => void): void;
  on(event: "tool_call", handler: (call: ToolCall, context: Context) => Promise<Verdict | undefined>): void;
}

// biome-ignore lint/style/noDefaultExport: Pi calls what an extension exports by default.
export default async function guard(pi: Pi): Promise<void> {
  const version = await ownVersion();
  pi.on("session_start", (_, { ui }) => ui.setStatus(GUARD, version));
  pi.on("tool_call", async ({ toolCallId: callId, toolName, input }, { cwd, signal, ui }) => {
    if (onlyLooks(toolName, input, cwd)) return undefined;
    const request = JSON.stringify({ callId, toolName, input });
    const answer = await ui.input(PERMISSION, request, signal === undefined ? {} : { signal });
    return answer === ALLOW ? undefined : { block: true, reason: answer ?? "Nobody allowed this call." };
  });
}

const looking: ReadonlySet<string> = new Set(["read", "grep", "find", "ls"]);

/** Looking around in the project needs no leave. */
export function onlyLooks(toolName: string, input: ToolCall["input"], cwd: string): boolean {
  if (!looking.has(toolName)) return false;
  const target = input.path ?? ".";
  // Pi reads these as a home, a file that is mentioned, and an address.
  if (typeof target !== "string" || /^(?:[~@]|file:)/.test(target.trim())) return false;
  return isInside(resolved(cwd), resolved(path.resolve(cwd, target)));
}

function isInside(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** Without links, as far as the path exists. */
function resolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const above = path.dirname(file);
    return above === file ? file : path.join(resolved(above), path.basename(file));
  }
}

/** Pi gives its extensions itself as a module, by the name of its package. */
async function ownVersion(): Promise<string> {
  for (const name of ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"]) {
    try {
      return String(((await import(name)) as { VERSION: unknown }).VERSION);
    } catch {
      // The package has another name in this version.
    }
  }
  return "of an unknown version";
}
