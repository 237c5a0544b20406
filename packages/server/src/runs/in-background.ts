import type { LiveSession } from "../log/live-session.ts";
import { PolylogError } from "../polylog-error.ts";

export type TellTrouble = (sessionId: string, error: unknown) => void;

/**
 * Runs work on a session in the background. If the session or the server ends in the meantime, errors are ignored; all
 * other errors are reported, because an unhandled rejection would end the whole process.
 */
export function inBackground(session: LiveSession, work: Promise<unknown>, tell: TellTrouble): void {
  work.catch((error: unknown) => {
    const isStopping = error instanceof PolylogError && error.code === "degraded";
    if (!session.dead && !isStopping) tell(session.sessionId, error);
  });
}
