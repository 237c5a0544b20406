import { PolylogError } from "../errors.ts";
import type { LiveSession } from "../log/live-session.ts";

export type TellTrouble = (sessionId: string, error: unknown) => void;

/**
 * Work on a session that nobody waits for. Where the session or the server is gone meanwhile there is nothing left to
 * do; anything else that went wrong is told. A rejection that nobody takes would end the process, with everybody's work.
 */
export function inBackground(session: LiveSession, work: Promise<unknown>, tell: TellTrouble): void {
  work.catch((error: unknown) => {
    const isStopping = error instanceof PolylogError && error.code === "degraded";
    if (!session.dead && !isStopping) tell(session.sessionId, error);
  });
}
