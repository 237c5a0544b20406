import { type PermissionMode, permissionModes } from "@polylog/core";
import { z } from "zod";
import type { Commit, EventStore } from "../store/store.ts";

/** The mode chosen for an agent in a session, stored outside the log. By default the configured mode applies. */
export interface ChosenMode {
  readonly mode: PermissionMode;
  /** The agent-specific mode that a person chose in addition. */
  readonly ownMode: string | null;
  /** In plan mode: the mode to return to when a plan is approved. */
  readonly beforePlan: PermissionMode | null;
}

const MODES = "permission_mode";

const stored = z.object({
  mode: z.enum(permissionModes),
  ownMode: z.string().nullable(),
  beforePlan: z.enum(permissionModes).nullable(),
});

type Documents = NonNullable<Commit["documents"]>;

export class ChosenModes {
  private readonly store: Pick<EventStore, "document" | "documents">;

  constructor(store: Pick<EventStore, "document" | "documents">) {
    this.store = store;
  }

  async of(sessionId: string, agentId: string): Promise<ChosenMode | null> {
    return stored.safeParse(await this.store.document(MODES, keyOf(sessionId, agentId))).data ?? null;
  }

  /** The agents with a chosen mode in a session. */
  async agentsIn(sessionId: string): Promise<string[]> {
    return (await this.store.documents(MODES)).flatMap(({ key }) => {
      const [session, agentId] = JSON.parse(key) as [string, string];
      return session === sessionId ? [agentId] : [];
    });
  }

  /** Documents to write with the event that records the change; null restores the configured mode. */
  written(sessionId: string, agentId: string, chosen: ChosenMode | null): Documents {
    return [{ kind: MODES, key: keyOf(sessionId, agentId), value: chosen }];
  }

  /** The documents to delete with a session. */
  async ofSession(sessionId: string): Promise<Documents> {
    const agents = await this.agentsIn(sessionId);
    return agents.flatMap((agentId) => this.written(sessionId, agentId, null));
  }
}

function keyOf(sessionId: string, agentId: string): string {
  return JSON.stringify([sessionId, agentId]);
}
