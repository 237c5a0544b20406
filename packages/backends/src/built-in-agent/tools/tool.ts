import type { ToolContent } from "@polylog/core";
import type { z } from "zod";
import type { ProjectFolder } from "../../project/project-folder.ts";
import type { ReadFiles } from "./read-files.ts";
import type { Shells } from "./shell/shells.ts";

/** A tool that the built-in agent offers to its model. Failures are outcomes; only a bug throws. */
export interface AgentTool<Input = unknown> {
  readonly name: string;
  /** For the model: what the tool does and when to use it. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** A JSON schema for the model that replaces the one derived from `input`, for a tool defined elsewhere. */
  readonly inputSchema?: unknown;
  /** The effect on the outside world, which determines whether a person is asked. */
  readonly effect: ToolEffect;
  run(input: Input, context: ToolContext): Promise<ToolOutcome>;
}

export type ToolEffect = "none" | "read" | "edit" | "execute" | "fetch";

export interface ToolContext {
  readonly callId: string;
  readonly project: ProjectFolder;
  /** The files that the agent has read: a file must be read before it is changed. */
  readonly read: ReadFiles;
  /** Background commands. They end with the agent's connection, which calls `shells.close()`. */
  readonly shells: Shells;
  readonly settings: ToolSettings;
  /** Aborted when the run is cancelled. The tool must then stop everything that it started and return. */
  readonly signal: AbortSignal;
  /** Reports output while the tool runs. Resolves when there is room for more. */
  onOutput(piece: string, stream: "stdout" | "stderr"): Promise<void>;
}

/** The agent's settings for its tools. */
export interface ToolSettings {
  /** Extra environment variables for commands. Values of secrets are redacted in output. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Hosts, as `name` or `name:port`, that may be fetched from even if their address is private. */
  readonly privateHosts?: readonly string[] | undefined;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** The bounded text for the model. A failure says what to do about it. */
  readonly text: string;
  /** The code of a failure: `not_found`, `not_unique`, `outside_project`, `timed_out` … */
  readonly code?: string | undefined;
  /** Content for screens: diffs, images, links. Images are also sent to the model. */
  readonly content?: readonly ToolContent[] | undefined;
  readonly exitCode?: number | undefined;
  /** The full output's length if `text` is truncated. */
  readonly totalChars?: number | undefined;
}

/** Erases the input type of a tool, so that tools with different inputs fit in one list. */
export function defineTool<Input>(tool: AgentTool<Input>): AgentTool {
  return tool as AgentTool;
}

export function failed(code: string, text: string): ToolOutcome {
  return { ok: false, code, text };
}
