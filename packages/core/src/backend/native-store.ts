import type { AgentSettings, EventBody } from "./backend.ts";

/** Sessions that people had with an agent program itself, where the program keeps them. */
export interface NativeStore {
  /** The sessions of a project, the newest first. None where the program cannot be asked. */
  list(place: NativePlace): Promise<readonly NativeSession[]>;
  /** What was said and done in one, told as if it had been had here. All of it, or why not. */
  read(nativeId: string, place: NativePlace): Promise<NativeHistory>;
  /** The command, word by word, that resumes a session in the program itself. */
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
  /** When it was; null where the program has not kept that. */
  readonly ts: number | null;
  readonly body: EventBody;
}
