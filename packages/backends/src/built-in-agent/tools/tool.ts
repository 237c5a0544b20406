import type { ToolContent } from "@polylog/core";
import type { z } from "zod";
import type { ProjectFolder } from "../../project/project-folder.ts";
import type { ReadFiles } from "./read-files.ts";
import type { Shells } from "./shell/shells.ts";

/** A tool that the built-in agent offers to its model. A failure is an outcome; only a bug throws. */
export interface AgentTool<Input = unknown> {
  readonly name: string;
  /** For the model: what it does, and when to use it. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** A JSON schema that the model is given in place of the one made from `input`: that of a tool defined elsewhere. */
  readonly inputSchema?: unknown;
  /** What it does to the world; whether a person is asked follows from it. */
  readonly effect: ToolEffect;
  run(input: Input, context: ToolContext): Promise<ToolOutcome>;
}

export type ToolEffect = "none" | "read" | "edit" | "execute" | "fetch";

export interface ToolContext {
  readonly callId: string;
  readonly project: ProjectFolder;
  /** What the agent has read so far: a file is read before it is changed. */
  readonly read: ReadFiles;
  /** Commands that go on in the background. They end with the agent's connection: it calls `shells.close()`. */
  readonly shells: Shells;
  readonly settings: ToolSettings;
  /** Aborted when the run is cancelled; the tool then ends all it started and returns. */
  readonly signal: AbortSignal;
  /** Output as it comes; resolves when there is room for more. */
  onOutput(piece: string, stream: "stdout" | "stderr"): Promise<void>;
}

/** What the agent's configuration says about its tools. */
export interface ToolSettings {
  /** For commands, beside what every program inherits. Values named as secrets stay unseen. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Hosts, as `name` or `name:port`, that may be fetched from although their address is private. */
  readonly privateHosts?: readonly string[] | undefined;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** What the model reads, bounded; a failure says what to do about it. */
  readonly text: string;
  /** A code for a failure: `not_found`, `not_unique`, `outside_project`, `timed_out` … */
  readonly code?: string | undefined;
  /** For the screen: diffs, images, links. Images go to the model too. */
  readonly content?: readonly ToolContent[] | undefined;
  readonly exitCode?: number | undefined;
  /** The whole output's length, where `text` is cut. */
  readonly totalChars?: number | undefined;
}

/** A tool among others: its input is whatever its own schema says. */
export function defineTool<Input>(tool: AgentTool<Input>): AgentTool {
  return tool as AgentTool;
}

export function failed(code: string, text: string): ToolOutcome {
  return { ok: false, code, text };
}
