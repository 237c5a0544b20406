import type { Conversation } from "../conversation/conversation.ts";
import type { KnownEvent } from "../events/all-events.ts";
import type { Image } from "../events/fields.ts";
import type { PermissionOption } from "../events/permission.ts";
import type { QuestionAnswer } from "../events/question.ts";
import type { ChangedFile } from "../events/work.ts";
import type { NativeStore } from "./native-store.ts";

/**
 * The server's interface to an agent program. A backend implements one program's protocol and reports everything as events.
 * Failures are events too (`run_ended` with outcome failed); only a bug throws.
 */
export interface Backend {
  /** The name used in an agent's configuration: "claude", "codex", "script". */
  readonly name: string;
  readonly capabilities: BackendCapabilities;
  /** Starts the agent for one session. May take as long as the program needs to start. */
  start(options: StartOptions): Promise<AgentConnection>;
  /** Sessions that people had in the program itself; absent if it keeps none. */
  readonly native?: NativeStore;
  /** Whether an agent with these settings runs inside the server's process; absent if it is always a separate program. */
  readonly isInProcess?: (settings: AgentSettings) => boolean;
  /** The program may stop asking about calls that got a lasting approval, as long as it runs. */
  readonly remembersAnswers?: boolean;
  /** In every mode it asks the server before a call that may change files, and waits for the answer. */
  readonly asksBeforeChanges?: boolean;
  /**
   * Whether an open ask can be answered after the process that asked has ended: another process then continues the run
   * (`continueRun`). Absent if no ask can.
   */
  readonly keepsAsk?: (conversation: Conversation, askId: string) => boolean;
}

export interface BackendCapabilities {
  /** A running agent can be sent a message. */
  readonly steer: boolean;
  readonly permissions: boolean;
  readonly questions: boolean;
  readonly plan: boolean;
  /** An earlier session can be resumed. */
  readonly resume: boolean;
  readonly images: boolean;
  readonly subagents: boolean;
  /** A single subagent can be stopped. */
  readonly cancelSubagent: boolean;
  /** A running subagent can be sent a message. */
  readonly steerSubagent: boolean;
  /** Whether text arrives in pieces or as the whole text so far; the backend turns both into deltas. */
  readonly stream: "delta" | "cumulative";
}

export interface StartOptions {
  readonly sessionId: string;
  readonly agentId: string;
  readonly projectRoot: string;
  readonly settings: AgentSettings;
  /** The program's own id of the session to resume. */
  readonly resume?: string | undefined;
  /** The agent's own mode that a person chose in the session. */
  readonly ownMode?: string | undefined;
  readonly host: BackendHost;
}

/** Services that the server provides to a backend. */
export interface BackendHost {
  /** The session's committed state. Backends that keep no history themselves read it here. */
  conversation(): Conversation;
  /** An existing private folder for data that the agent keeps outside the log. */
  readonly dataFolder: string;
  /** Whether a person trusted the programs that this project defines. */
  trusted(): Promise<boolean>;
  /** Descriptions of files that were added or changed since the project was trusted; empty if it never was. */
  readonly changedFiles?: () => Promise<readonly string[]>;
  /** The Polylog tools for this agent. Null if it gets none. */
  readonly tools: PolylogToolset | null;
}

/** The Polylog tools for one agent of one session. */
export interface PolylogToolset {
  readonly list: readonly PolylogToolDefinition[];
  /** Never throws: the agent receives errors as the result. */
  call(call: PolylogToolRequest): Promise<PolylogToolResult>;
  /**
   * An MCP server with the same tools (streamable HTTP), for programs that accept tools only by address. Its headers carry a
   * credential for these tools alone. Null if the server does not listen on an address.
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
  /** The calling run, if the program reports it; null means the session's running one. */
  readonly runId: string | null;
  /** The call's id in the log, if the program reports it. */
  readonly callId?: string | undefined;
  readonly name: string;
  readonly input: unknown;
  /** Aborts when the caller stops waiting. */
  readonly signal: StopSignal;
}

/** The needed part of AbortSignal; core depends on no platform. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface PolylogToolResult {
  /** The text that the agent receives. */
  readonly text: string;
  readonly isError: boolean;
  /** Why it failed, for backends that write the error to the log themselves. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** In the format of `change_report`. */
export interface ProjectChanges {
  readonly files: ChangedFile[];
  /** The number of changed files that are not in the list. */
  readonly truncatedCount: number;
}

/** One configured agent, with all references resolved. */
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

/** The mode that allows less without asking. */
export function narrowerMode(one: PermissionMode, other: PermissionMode): PermissionMode {
  return fromNarrow.indexOf(one) < fromNarrow.indexOf(other) ? one : other;
}

/** An event as a backend reports it; ingest adds id, session, seq, rev and time. */
export type EventBody<E = KnownEvent> = E extends KnownEvent
  ? Omit<E, "id" | "sessionId" | "seq" | "rev" | "ts" | "v">
  : never;

/** A running agent program, bound to one session. Commands resolve when the program has accepted them. */
export interface AgentConnection {
  /** The program's own id of the session, once it is known. */
  readonly nativeSessionId: string | null;
  /** Whether the program does work that belongs to no run, such as a command in the background. Absent means no. */
  readonly hasBackgroundWork?: boolean;
  /** Everything that the agent does, in order; ends with the connection. Every run started by `prompt` ends in it. */
  readonly events: AsyncIterable<EventBody>;
  prompt(prompt: Prompt): Promise<void>;
  /** Continues a run that waits for an answer. Only in backends that keep asks. */
  continueRun?(run: AskingRun): Promise<void>;
  /**
   * False if the program accepts no messages during a run, although its backend supports it. Known once the program has
   * reported its capabilities.
   */
  readonly canSteer?: boolean;
  /** Only if the backend can steer; for a subagent's run, only if it can steer subagents. */
  steer(prompt: Prompt): Promise<void>;
  /** Messages that a run was sent but did not read. Called once the run has ended. */
  unread?(runId: string): readonly Prompt[];
  answer(answer: AskAnswer): Promise<void>;
  /** Requests that the run stops; its end follows in the events. For a subagent's run, only if the backend can stop subagents. */
  cancel(runId: string): Promise<void>;
  /** One of Polylog's modes, or one of the agent's own. The server writes it to the log. */
  setMode(modeId: string): Promise<void>;
  setModel(modelId: string): Promise<void>;
  /** Stops the program and all processes it started. Idempotent; takes no longer than the grace period and a kill. */
  close(): Promise<void>;
}

/** A run that an earlier process started and that waits for a person. */
export interface AskingRun {
  readonly runId: string;
  /** Open asks of the run and its subagents. The answers follow, even those that the log already has. */
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
      /** The person's reason for rejecting it. */
      readonly note?: string | undefined;
      /** The mode to continue in; absent if the plan was not approved. */
      readonly mode?: PermissionMode | undefined;
    };
