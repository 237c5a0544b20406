import { accessIn, mayUse, roleFor, type SessionRow, sessionRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { readCursor } from "../../store/session-cursor.ts";
import type { SessionRow as StoredSession } from "../../store/store.ts";
import type { Identity } from "../auth/auth.ts";
import { FULL_ACCESS, fullAccess } from "./confirm.ts";
import { handle } from "./handler.ts";

function toSession({ head, ...row }: StoredSession): SessionRow {
  return { ...row, seq: head };
}

function assertMaySetMode({ role }: Identity): void {
  const needs = roleFor.sessionMode;
  if (!mayUse(role, needs))
    throw new PolylogError(
      "not_allowed",
      `Setting this mode requires the role ${needs}. Use a device that has it.`,
      { needs },
    );
}

export const sessionHandlers = [
  handle(sessionRoutes.list, async ({ query: { native, ...query } }, { services }) => {
    if (query.cursor !== undefined && readCursor(query.cursor) === undefined) {
      throw new PolylogError(
        "bad_request",
        "query.cursor: invalid cursor. Use the `cursor` returned by the previous page.",
      );
    }
    const page = await services.sessions.list(query);
    if (!native) return { sessions: page.items.map(toSession), next: page.cursor };
    const names = await services.nativeSessions.names(page.items);
    const sessions = page.items.map((row) => {
      const { nativeId = null, command = null } = names.get(row.sessionId) ?? {};
      return { ...toSession(row), nativeId, nativeCommand: command };
    });
    return { sessions, next: page.cursor };
  }),
  handle(sessionRoutes.create, async ({ body }, { services, who }) =>
    toSession(await services.sessions.create(body, who)),
  ),
  handle(sessionRoutes.get, async ({ params }, { services }) =>
    toSession(await services.sessions.get(params.sessionId)),
  ),
  handle(
    sessionRoutes.change,
    async ({ params, body }, { services, who }) => {
      if (body.modeId !== undefined) assertMaySetMode(who);
      return toSession(await services.sessions.change(params.sessionId, body, who));
    },
    async ({ params, body }, { services, who }) => {
      if (accessIn(body.modeId ?? "") !== FULL_ACCESS || !mayUse(who.role, roleFor.sessionMode)) return null;
      const { title } = await services.sessions.get(params.sessionId);
      return fullAccess(title === null ? "this session" : `the session "${title}"`, "Its agent");
    },
  ),
  handle(sessionRoutes.delete, ({ params }, { services }) => services.sessions.delete(params.sessionId)),
  handle(sessionRoutes.fork, async ({ params, body }, { services }) =>
    toSession(await services.sessions.fork(params.sessionId, body.seq)),
  ),
  handle(sessionRoutes.rewindPreview, ({ params, query }, { services }) =>
    services.sessions.previewRewind(params.sessionId, query.seq),
  ),
  handle(sessionRoutes.rewind, async ({ params, body }, { services, who }) => {
    const { session, files } = await services.sessions.rewind(params.sessionId, body, who);
    return { ...toSession(session), files };
  }),
  handle(sessionRoutes.nativeSessions, async ({ query }, { services }) => ({
    sessions: await services.nativeSessions.list(query.projectRoot, query.agentId),
  })),
  handle(sessionRoutes.adopt, async ({ body }, { services }) => {
    const { session, isNew } = await services.nativeSessions.adopt(body);
    return { ...toSession(session), adopted: isNew };
  }),
];
