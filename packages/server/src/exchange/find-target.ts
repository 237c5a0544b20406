import { narrowerMode, type PermissionMode } from "@polylog/core";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { EventStore, NewSession } from "../store/store.ts";
import { Refusal } from "./refusal.ts";

/** The target session: the agent's newest session, a new one, the newest or else a new one, or one given by its id. */
export type SessionChoice = "latest" | "create" | "latest-or-create" | { readonly sessionId: string };

export interface Target {
  readonly actor: SessionActor;
  /** Set if the message creates the session. */
  readonly created: NewSession | undefined;
  /** The mode of the new session, if it differs from the agent's own. */
  readonly mode: PermissionMode | undefined;
}

export interface TargetOptions {
  readonly store: EventStore;
  readonly actors: SessionActors;
  readonly modes: SessionModes;
}

const pageSize = 100;

/**
 * Finds or creates the target, always in the sender's own project. No agent gains permissions through another: a session
 * whose agent has a wider mode than the sender is refused, and a new session starts in the narrower of both modes.
 */
export async function findTarget(
  sender: { readonly actor: SessionActor; readonly agentId: string; readonly runId: string },
  agentId: string,
  choice: SessionChoice,
  options: TargetOptions,
): Promise<Target> {
  const { modes } = options;
  const { mode: senderMode } = await modes.access(sender.actor.session, sender.agentId, sender.runId);
  const isTooFree = async (actor: SessionActor) => {
    const { mode } = await modes.of(actor.session, agentId);
    return narrowerMode(mode, senderMode) !== mode;
  };
  if (typeof choice === "object") {
    const actor = await byId(sender.actor, choice.sessionId, options);
    if (!(await isTooFree(actor))) return { actor, created: undefined, mode: undefined };
    const message = "That session has more permissions than yours. Omit the session to create a new one.";
    throw new Refusal("not_allowed", message);
  }
  const latest = choice === "create" ? null : await newest(sender.actor, agentId, isTooFree, options);
  if (latest !== null) return { actor: latest, created: undefined, mode: undefined };
  if (choice === "latest") {
    throw new Refusal("session_not_found", `${agentId} has no session here yet. Use "create" to start one.`);
  }
  const created = await options.actors.prepare({ projectRoot: sender.actor.session.projectRoot, agentId });
  const actor = options.actors.begin(created);
  const mode = (await isTooFree(actor)) ? senderMode : undefined;
  return { actor, created, mode };
}

async function byId(
  sender: SessionActor,
  sessionId: string,
  { actors }: TargetOptions,
): Promise<SessionActor> {
  const actor = await actors.of(sessionId).catch((error: unknown) => {
    if (error instanceof PolylogError && error.code === "session_not_found") return null;
    throw error;
  });
  // Sessions of other projects are treated as missing.
  if (actor === null || actor.session.projectRoot !== sender.session.projectRoot) {
    throw new Refusal(
      "session_not_found",
      "This project has no such session. Omit the session to use the newest one.",
    );
  }
  if (actor.session.sessionId === sender.session.sessionId) {
    throw new Refusal("loop", "This is your own session. Choose another one.");
  }
  return actor;
}

async function newest(
  sender: SessionActor,
  agentId: string,
  isTooFree: (actor: SessionActor) => Promise<boolean>,
  { store, actors }: TargetOptions,
): Promise<SessionActor | null> {
  const { projectRoot, sessionId } = sender.session;
  for (let cursor: string | undefined; ; ) {
    const page = await store.sessions({ projectRoot, archived: false, limit: pageSize, cursor });
    for (const row of page.items) {
      if (row.agentId !== agentId || row.sessionId === sessionId) continue;
      const actor = await actors.of(row.sessionId).catch(() => null);
      if (actor !== null && !(await isTooFree(actor))) return actor;
    }
    if (page.cursor === null) return null;
    cursor = page.cursor;
  }
}
