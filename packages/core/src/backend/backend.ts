import type { Conversation } from "../conversation/conversation.ts";
import type { KnownEvent } from "../events/all-events.ts";
import type { Image } from "../events/fields.ts";
import type { PermissionOption } from "../events/permission.ts";
import type { QuestionAnswer } from "../events/question.ts";
import type { ChangedFile } from "../events/work.ts";
import type { NativeStore } from "./native-store.ts";

/**
 * What an agent program is to the server. A backend speaks one program's language and says everything in
 * events; a failure is an event too (`run_ended` with outcome failed), only a bug throws.
 */
export interface Backend {
  /** The name that an agent's configuration gives: "claude", "codex", "script". */
  readonly name: string;
  readonly capabilities: BackendCapabilities;
  /** Starts the agent for one session. May take as long as the program needs to come up. */
  start(options: StartOptions): Promise<AgentConnection>;
  /** Sessions that people had with the program itself; absent where it keeps none. */
  readonly native?: NativeStore;
  /** Whether an agent with these settings works inside the server's process; absent where it is always a program. */
  readonly isInProcess?: (settings: AgentSettings) => boolean;
  /** Its program may stop asking for what was allowed for longer than once, as long as it runs. */
  readonly remembersAnswers?: boolean;
  /** In every mode it asks the server before a call that may change files, and waits for the answer. */
  readonly asksBeforeChanges?: boolean;
  /**
   * Whether an ask that is open in the log can be answered although the process that asked is gone: another one then
   * continues its run (`continueRun`). Absent where no ask can.
   */
  readonly keepsAsk?: (conversation: Conversation, askId: string) => boolean;
}

export interface BackendCapabilities {
  /** A message can be given to a run that is working. */
  readonly steer: boolean;
  readonly permissions: boolean;
  readonly questions: boolean;
  readonly plan: boolean;
  /** A session begun earlier can be gone on with. */
  readonly resume: boolean;
  readonly images: boolean;
  readonly subagents: boolean;
  /** One of its subagents can be stopped without the run that started it. */
  readonly cancelSubagent: boolean;
  /** A message can be given to a subagent that is working. */
  readonly steerSubagent: boolean;
  /** Whether its text comes in pieces or grows as a whole; the backend turns both into deltas. */
  readonly stream: "delta" | "cumulative";
}

export interface StartOptions {
  readonly sessionId: string;
  readonly agentId: string;
  readonly projectRoot: string;
  readonly settings: AgentSettings;
  /** The program's own name for the session to go on with. */
  readonly resume?: string | undefined;
  /** The mode of the agent's own that a person chose in the session. */
  readonly ownMode?: string | undefined;
  readonly host: BackendHost;
}

/** What the server provides to a backend. */
export interface BackendHost {
  /** The session as its log has it now: all that is committed. A backend without a memory of its own reads it here. */
  conversation(): Conversation;
  /** A private folder, there already, for what the agent keeps beside the log. */
  readonly dataFolder: string;
  /** Whether a person said that what this project brings along may run. */
  trusted(): Promise<boolean>;
  /** Files that came or changed since a person trusted the project, in words; empty where nobody did. */
  readonly changedFiles?: () => Promise<readonly string[]>;
  /** What Polylog itself gives this agent to call. Null where it gives nothing. */
  readonly tools: PolylogToolset | null;
}

/** Polylog's own tools, as one agent of one session has them. */
export interface PolylogToolset {
  readonly list: readonly PolylogToolDefinition[];
  /** Never throws: what goes wrong is told to the agent as the result. */
  call(call: PolylogToolRequest): Promise<PolylogToolResult>;
  /**
   * An MCP server with the same tools (streamable HTTP), for a program that takes them only by an address.
   * Its headers carry a credential for these tools alone. Null where the server listens nowhere.
   */
  address(): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> } | null>;
}

export interface PolylogToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface PolylogToolRequest {
  /** The run that calls, where the program says which; else the session's running one is meant. */
  readonly runId: string | null;
  /** The call as the log names it, where the program says that. */
  readonly callId?: string | undefined;
  readonly name: string;
  readonly input: unknown;
  /** Aborts when the caller stops waiting. */
  readonly signal: StopSignal;
}

/** As much of an AbortSignal as is needed; the core knows no platform. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface PolylogToolResult {
  /** What the agent is told. */
  readonly text: string;
  readonly isError: boolean;
  /** Why it failed, for a backend that tells the log itself. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** As a `change_report` has them. */
export interface ProjectChanges {
  readonly files: ChangedFile[];
  /** Files that changed too and are not in the list. */
  readonly truncatedCount: number;
}

/** One agent of the configuration, with every reference in it replaced. */
export interface AgentSettings {
  readonly backend: string;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly instructions?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export const permissionModes = ["ask", "accept_edits", "plan", "full"] as const;
export type PermissionMode = (typeof permissionModes)[number];

const fromNarrow: readonly PermissionMode[] = ["plan", "ask", "accept_edits", "full"];

/** The mode that lets less happen without a person. */
export function narrowerMode(one: PermissionMode, other: PermissionMode): PermissionMode {
  return fromNarrow.indexOf(one) < fromNarrow.indexOf(other) ? one : other;
}

/** An event as a backend tells it; ingest stamps id, session, seq, rev and time. */
export type EventBody<E = KnownEvent> = E extends KnownEvent
  ? Omit<E, "id" | "sessionId" | "seq" | "rev" | "ts" | "v">
  : never;

/** A running agent program, bound to one session. Commands resolve when the program has taken them. */
export interface AgentConnection {
  /** The program's own name for the session, once it is known. */
  readonly nativeSessionId: string | null;
  /** Whether something goes on in the program that no run shows: a command in the background. Not, where it is absent. */
  readonly hasBackgroundWork?: boolean;
  /** All that the agent does, in order; ends when the connection does. Every run begun by `prompt` ends in it. */
  readonly events: AsyncIterable<EventBody>;
  prompt(prompt: Prompt): Promise<void>;
  /** Continues a run where it waits. Only where the backend keeps asks. */
  continueRun?(run: AskingRun): Promise<void>;
  /**
   * False: the program takes no message while it works, although others of its backend do. It is known once the program
   * has introduced itself.
   */
  readonly canSteer?: boolean;
  /** Only where the backend can steer; a subagent's run, only where it can steer those. */
  steer(prompt: Prompt): Promise<void>;
  /** The messages that a run was given while it worked and did not read. Called once the run has ended. */
  unread?(runId: string): readonly Prompt[];
  answer(answer: AskAnswer): Promise<void>;
  /** Asks the run to stop; its end follows in the events. A subagent's run only where the backend can stop those. */
  cancel(runId: string): Promise<void>;
  /** One of ours, or one of the agent's own. The server writes it to the log. */
  setMode(modeId: string): Promise<void>;
  setModel(modelId: string): Promise<void>;
  /** Ends the program and all it started. Idempotent; never takes longer than the grace and a kill. */
  close(): Promise<void>;
}

/** A run that an earlier process began and that waits for a person. */
export interface AskingRun {
  readonly runId: string;
  /** What it and its subagents wait for. The answers follow, also where the log has one already. */
  readonly askIds: readonly string[];
}

export interface Prompt {
  readonly runId: string;
  readonly text: string;
  readonly images: readonly Image[];
}

export type AskAnswer =
  | {
      readonly kind: "permission";
      readonly askId: string;
      readonly option: PermissionOption | null;
      readonly note: string | null;
    }
  | { readonly kind: "question"; readonly askId: string; readonly answers: readonly QuestionAnswer[] | null }
  | {
      readonly kind: "plan";
      readonly askId: string;
      readonly decision: "approve" | "reject" | "edit" | null;
      readonly plan: string | null;
      /** Why it was rejected, in the person's words. */
      readonly note?: string | undefined;
      /** The mode to go on in; absent where the plan was not approved. */
      readonly mode?: PermissionMode | undefined;
    };
