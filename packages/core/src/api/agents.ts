import type { BackendCapabilities, PermissionMode } from "../backend/backend.ts";

/** Ready to use; installed but logged out; installed but not working; not installed. */
export type AgentReadiness = "available" | "logged_out" | "broken" | "missing";

export interface AgentInfo {
  readonly id: string;
  readonly backend: string;
  readonly available: boolean;
  readonly state: AgentReadiness;
  /** What to do where it is not available. */
  readonly reason?: string;
  readonly version?: string;
  readonly model?: string;
  /** A project of its own: where it works for whoever names none. */
  readonly projectRoot?: string;
  readonly capabilities: BackendCapabilities;
}

export interface AgentOverride {
  readonly model?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly instructions?: string | undefined;
  readonly idlePrompt?: string | undefined;
  /** False: the agent takes nothing in this project. */
  readonly enabled?: boolean | undefined;
}
