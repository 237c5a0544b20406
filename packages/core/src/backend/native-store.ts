import type { AgentSettings, EventBody } from "./backend.ts";

/** Sessions that people had in an agent program itself, if the program keeps them. */
export interface NativeStore {
  /** The sessions of a project, newest first. Empty if the program cannot be asked. */
  list(place: NativePlace): Promise<readonly NativeSession[]>;
  /** A session's full history as events, as if it had taken place in Polylog; or the reason why it is not available. */
  read(nativeId: string, place: NativePlace): Promise<NativeHistory>;
  /** The command, as a list of words, that resumes a session in the program itself. */
  resumeCommand(nativeId: string, settings: AgentSettings): readonly string[];
}

export interface NativePlace {
  readonly projectRoot: string;
  readonly agentId: string;
  readonly settings: AgentSettings;
}

export interface NativeSession {
  readonly nativeId: string;
  readonly title: string;
  readonly updatedTs: number;
}

export type NativeHistory =
  | { readonly ok: true; readonly events: readonly NativeEvent[] }
  | { readonly ok: false; readonly code: NativeFailure; readonly message: string };

export type NativeFailure = "not_found" | "unreadable" | "too_large" | "program_failed";

export interface NativeEvent {
  /** The time of the event; null if the program has not recorded it. */
  readonly ts: number | null;
  readonly body: EventBody;
}
