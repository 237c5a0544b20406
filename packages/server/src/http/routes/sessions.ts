import { accessIn, mayUse, roleFor, type SessionRow, sessionRoutes } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import { readCursor } from "../../store/session-cursor.ts";
import type { SessionRow as StoredSession } from "../../store/store.ts";
import type { Identity } from "../auth/auth.ts";
import { FULL_ACCESS, fullAccess } from "./confirm.ts";
import { handle } from "./handler.ts";

function toSession({ state, head, ...row }: StoredSession): SessionRow {
  return { ...row, status: state, seq: head };
}

function assertMaySetMode({ role }: Identity): void {
  const needs = roleFor.sessionMode;
  if (!mayUse(role, needs))
    throw new PolylogError("not_allowed", `To set the mode needs the role ${needs}.`, { needs });
}

export const sessionHandlers = [
  handle(sessionRoutes.list, async ({ query: { status, native, ...query } }, { service }) => {
    if (query.cursor !== undefined && readCursor(query.cursor) === undefined) {
      throw new PolylogError("bad_request", "query.cursor: is none that a page before has given.");
    }
    const page = await service.sessions({ ...query, state: status });
    if (!native) return { sessions: page.items.map(toSession), next: page.cursor };
    const names = await service.nativeNames(page.items);
    const sessions = page.items.map((row) => {
      const { nativeId = null, command = null } = names.get(row.sessionId) ?? {};
      return { ...toSession(row), nativeId, nativeCommand: command };
    });
    return { sessions, next: page.cursor };
  }),
  handle(sessionRoutes.create, async ({ body }, { service, who }) =>
    toSession(await service.createSession(body, who)),
  ),
  handle(sessionRoutes.get, async ({ params }, { service }) =>
    toSession(await service.session(params.sessionId)),
  ),
  handle(
    sessionRoutes.change,
    async ({ params, body }, { service, who }) => {
      if (body.modeId !== undefined) assertMaySetMode(who);
      return toSession(await service.changeSession(params.sessionId, body, who));
    },
    async ({ params, body }, { service, who }) => {
      if (accessIn(body.modeId ?? "") !== FULL_ACCESS || !mayUse(who.role, roleFor.sessionMode)) return null;
      const { title } = await service.session(params.sessionId);
      return fullAccess(title === null ? "this session" : `the session "${title}"`, "Its agent");
    },
  ),
  handle(sessionRoutes.delete, ({ params }, { service, who }) =>
    service.deleteSession(params.sessionId, who),
  ),
  handle(sessionRoutes.fork, async ({ params, body }, { service, who }) =>
    toSession(await service.fork(params.sessionId, body.seq, who)),
  ),
  handle(sessionRoutes.rewindPreview, ({ params, query }, { service }) =>
    service.rewindPreview(params.sessionId, query.seq),
  ),
  handle(sessionRoutes.rewind, async ({ params, body }, { service, who }) => {
    const { session, files } = await service.rewind(params.sessionId, body, who);
    return { ...toSession(session), files };
  }),
  handle(sessionRoutes.nativeSessions, async ({ query }, { service }) => ({
    sessions: await service.nativeSessions(query.projectRoot, query.agentId),
  })),
  handle(sessionRoutes.adopt, async ({ body }, { service, who }) => {
    const { session, isNew } = await service.adopt(body, who);
    return { ...toSession(session), adopted: isNew };
  }),
];
