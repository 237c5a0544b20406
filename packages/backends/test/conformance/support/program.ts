import type { AgentSettings, Backend, ToolCallEntry } from "@polylog/core";
import type { Start } from "./scenario.ts";
import type { ToolKind } from "./tool-kinds.ts";

/** A real agent program under test: how it is started on the scripted model, in a home of its own. */
export interface Program {
  /** Its column in the matrix. */
  readonly name: string;
  readonly backend: Backend;
  /** The program as it is installed for the tests. */
  readonly command: string;
  readonly version: string;
  /** How the program says its version: a scenario replaces the first text by the second in all that it says. */
  readonly versionText: { readonly from: string; readonly to: string };
  /** Writes what the program needs into its home, and says how the agent is set up. */
  setUp(place: ProgramPlace): Promise<AgentSettings>;
  /** A model beside the usual one. */
  readonly otherModel: string;
  /** What the tool `echo` of the server `conformance` is called; `mcp__conformance__echo` if absent. */
  readonly mcpTool?: string;
  /** What the server's own tools are called; `mcp__polylog__…` if absent. */
  readonly ownTool?: (name: string) => string;
  /** The arguments with which the program alone, without Polylog, answers one prompt; absent where it cannot. */
  alone?(text: string, settings: AgentSettings): readonly string[];
  /** The step that runs a command which is asked for, where not every command is; `shell …` if absent. */
  readonly askedStep?: (command: string) => string;
  /** The step that shows a plan, where the program hides its tool for that; `plan …` if absent. */
  readonly planStep?: string;
  /** What would happen in its home in the time between two starts, where tests are too quick for it. */
  betweenStarts?(home: string): Promise<void>;
  /** How the program's runs end in scenarios whose failure is the program's own to word. */
  readonly failures?: Readonly<Record<string, FailureShape>>;
  /** What the program says of itself in outputs and reasons, around what its tools say. */
  readonly ownWords?: readonly RegExp[];
  /** It reports the tokens of the last call of its model in a turn, and not those before it. */
  readonly tellsLastCallOnly?: boolean;
  /** It does not report what its runs used. */
  readonly hidesUsage?: boolean;
  /** It does not report the tokens of what its model thought. */
  readonly hidesUsageOfThoughts?: boolean;
  /** It does not report the tokens that its subagents use. */
  readonly hidesUsageOfSubagents?: boolean;
  /** Other lines that a scenario may give on this program, where timing decides between the two. */
  readonly alternatives?: Readonly<Record<string, readonly string[]>>;
  /** Scenarios that the program cannot play, and why. */
  readonly unsupported: Readonly<Record<string, string>>;
  /** What a call is, where its name does not tell. */
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
  /** What to run instead of the program itself. */
  readonly command: string;
  readonly start: Start;
  /** A server for MCP over stdio with the tool `echo`; null where the scenario has none. */
  readonly mcpServer: { readonly command: string; readonly args: readonly string[] } | null;
}
