import type { AgentSettings, Backend, ToolCallEntry } from "@polylog/core";
import type { Start } from "./scenario.ts";
import type { ToolKind } from "./tool-kinds.ts";

/** A real agent program under test: how it is started with the scripted model and a separate home folder. */
export interface Program {
  /** Its column in the matrix. */
  readonly name: string;
  readonly backend: Backend;
  /** The program's path as installed for the tests. */
  readonly command: string;
  readonly version: string;
  /** The text in which the program reports its version. A scenario replaces `from` with `to` in all of its output. */
  readonly versionText: { readonly from: string; readonly to: string };
  /** Writes the program's files into its home folder, and returns the agent's settings. */
  setUp(place: ProgramPlace): Promise<AgentSettings>;
  /** A second model. */
  readonly otherModel: string;
  /** The program's name for the tool `echo` of the MCP server `conformance`; default: `mcp__conformance__echo`. */
  readonly mcpTool?: string;
  /** The program's names for Polylog's own tools; default: `mcp__polylog__…`. */
  readonly ownTool?: (name: string) => string;
  /** The arguments with which the program answers one prompt without Polylog; absent if it cannot. */
  alone?(text: string, settings: AgentSettings): readonly string[];
  /** The step that runs a command with a permission request, if not every command has one; default: `shell …`. */
  readonly askedStep?: (command: string) => string;
  /** The step that presents a plan, if the program hides its tool for that; default: `plan …`. */
  readonly planStep?: string;
  /** Changes in its home folder that normally happen between two starts, if tests are too fast for them. */
  betweenStarts?(home: string): Promise<void>;
  /** How the program's runs end in scenarios whose failure message is the program's own. */
  readonly failures?: Readonly<Record<string, FailureShape>>;
  /** The program's own text in outputs and reasons, around the tools' text. */
  readonly ownWords?: readonly RegExp[];
  /** How its runs end after a denial, if it then ends its turn. */
  readonly endAfterDenial?: "completed" | "cancelled";
  /** It reports only the tokens of the last model request in a turn. */
  readonly tellsLastCallOnly?: boolean;
  /** It does not report the usage of its runs. */
  readonly hidesUsage?: boolean;
  /** It does not report the tokens of thoughts. */
  readonly hidesUsageOfThoughts?: boolean;
  /** It does not report the tokens of its subagents. */
  readonly hidesUsageOfSubagents?: boolean;
  /** Alternative lines that a scenario may give with this program, if timing decides between them. */
  readonly alternatives?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Scenarios that the program does not support, with the reason. */
  readonly unsupported: Readonly<Record<string, string>>;
  /** The kind of a call, if its name does not show it. */
  toolKind?(call: ToolCallEntry): ToolKind | null;
}

/** How a run fails. */
export interface FailureShape {
  readonly code: string;
  readonly message: RegExp;
}

export interface ProgramPlace {
  readonly home: string;
  readonly projectRoot: string;
  /** Without `/v1`. */
  readonly modelUrl: string;
  /** The command to run instead of the program itself. */
  readonly command: string;
  readonly start: Start;
  /** An MCP server over stdio with the tool `echo`; null if the scenario has none. */
  readonly mcpServer: { readonly command: string; readonly args: readonly string[] } | null;
}
