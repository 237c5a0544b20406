import { accessIn, mayUse, type SessionName } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { readCursor } from "../../store/session-cursor.ts";
import type { Identity } from "../auth/auth.ts";
import { FULL_ACCESS, fullAccess } from "./confirm.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, modelName, pageLimit, projectRoot, queryFlag, sessionParams } from "./fields.ts";
import { session, sessionStates, toSession } from "./session-row.ts";

const title = z.string().trim().min(1).max(300);

/** Beside the role of a route: some of what it can do needs more. */
function assertApprover({ role }: Identity, what: string): void {
  if (mayUse(role, "approver")) return;
  throw new PolylogError("not_allowed", `${what} needs the role approver.`, { needs: "approver" });
}

const getSessions = defineRoute({
  method: "get",
  path: "/api/sessions",
  role: "viewer",
  picksRows: true,
  group: "sessions",
  summary: "Sessions, the latest first",
  query: z.object({
    q: z.string().max(500).optional(),
    status: z.enum(sessionStates).optional(),
    project_root: projectRoot.optional(),
    archived: queryFlag.optional(),
    native: queryFlag.default(false).describe("With what the agents' programs call them."),
    limit: pageLimit(limits.pageSessions, 50),
    cursor: z.string().max(500).optional().describe("`next` of the page before."),
  }),
  result: z.object({ sessions: z.array(session), next: z.string().nullable() }),
  handle: async ({ query }, { services }) => {
    const { q, status, archived, limit, cursor } = query;
    if (cursor !== undefined && readCursor(cursor) === undefined) {
      throw new PolylogError("bad_request", "query.cursor: is none that a page before has given.");
    }
    const page = await services.sessions.list({
      q,
      state: status,
      projectRoot: query.project_root,
      archived,
      limit,
      cursor,
    });
    if (!query.native) return { sessions: page.items.map(toSession), next: page.cursor };
    const names = await services.nativeSessions.names(page.items);
    const sessions = page.items.map((row) => {
      const name = names.get(row.sessionId);
      const { nativeId = null, command = null } = name ?? {};
      return { ...toSession(row), native_id: nativeId, native_command: command };
    });
    return { sessions, next: page.cursor };
  },
});

export const postSession = defineRoute({
  method: "post",
  path: "/api/sessions",
  role: "prompter",
  group: "sessions",
  summary: "Begin a session without a message",
  body: z.object({ project_root: projectRoot, agent_id: id.optional(), title: title.optional() }),
  status: 201,
  result: session,
  errors: ["agent_not_found", "not_a_project"],
  handle: async ({ body }, { services, who }) =>
    toSession(
      await services.sessions.create(
        { projectRoot: body.project_root, agentId: body.agent_id, title: body.title },
        who,
      ),
    ),
});

const getSession = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}",
  role: "viewer",
  group: "sessions",
  summary: "One session",
  params: sessionParams,
  result: session,
  errors: ["session_not_found"],
  handle: async ({ params }, { services }) => toSession(await services.sessions.get(params.session_id)),
});

export const patchSession = defineRoute({
  method: "patch",
  path: "/api/sessions/{session_id}",
  role: "prompter",
  group: "sessions",
  summary: "Rename, archive, or set the mode or model of a session; the mode needs the role `approver`",
  params: sessionParams,
  body: z
    .object({
      title: title.optional(),
      archived: z.boolean().optional(),
      mode_id: id.optional(),
      model_id: modelName.min(1).optional(),
    })
    .refine(
      ({ title: name, archived, mode_id, model_id }) =>
        [name, archived, mode_id, model_id].some((change) => change !== undefined),
      "says nothing to change: title, archived, mode_id or model_id",
    ),
  result: session,
  errors: ["session_not_found", "not_supported", "confirmation_required"],
  confirm: async ({ params, body }, { services, who }) => {
    if (accessIn(body.mode_id ?? "") !== FULL_ACCESS || !mayUse(who.role, "approver")) return null;
    const { title: name } = await services.sessions.get(params.session_id);
    return fullAccess(name === null ? "this session" : `the session "${name}"`, "Its agent");
  },
  handle: async ({ params, body }, { services, who }) => {
    // A mode can allow beforehand what would be asked for.
    if (body.mode_id !== undefined) assertApprover(who, "To set the mode");
    const { archived, mode_id: modeId, model_id: modelId } = body;
    const change = { title: body.title, archived, modeId, modelId };
    return toSession(await services.sessions.change(params.session_id, change, who));
  },
});

export const deleteSession = defineRoute({
  method: "delete",
  path: "/api/sessions/{session_id}",
  role: "owner",
  group: "sessions",
  summary: "Delete a session and its log",
  params: sessionParams,
  result: done,
  errors: ["session_not_found"],
  handle: async ({ params }, { services }) => {
    await services.sessions.delete(params.session_id);
    return isDone;
  },
});

export const postFork = defineRoute({
  method: "post",
  path: "/api/sessions/{session_id}/fork",
  role: "prompter",
  group: "sessions",
  summary: "Begin a new session with the same past, up to an event",
  params: sessionParams,
  body: z.object({ seq: z.int().nonnegative().optional() }),
  status: 201,
  result: session,
  errors: ["session_not_found"],
  handle: async ({ params, body }, { services }) =>
    toSession(await services.sessions.fork(params.session_id, body.seq)),
});

const restoredFiles = z
  .object({
    hash: z.string().describe("The checkpoint that the files are as in now."),
    before: z
      .string()
      .describe("A checkpoint of how they were; it is the last event of the log, to go back to."),
    restored: z.int().describe("Files that were brought back."),
    removed: z.int().describe("Files made since that were removed."),
    kept: z.array(z.string()).describe("Files that could not be saved, and so were left as they are."),
    left: z
      .array(z.string())
      .describe("Files that others changed, or that were not selected: left as they are."),
  })
  .describe("Null where no file had been changed, or none was to be brought back.");

export const postRewind = defineRoute({
  method: "post",
  path: "/api/sessions/{session_id}/rewind",
  role: "approver",
  group: "sessions",
  summary:
    "Rewind the conversation, the files, or both to an event; a conversation that is cut gets a new rev",
  params: sessionParams,
  body: z.object({
    seq: z.int().nonnegative(),
    conversation: z.boolean().default(true).describe("Remove the events after `seq`."),
    files: z
      .boolean()
      .default(false)
      .describe("Restore the project's files to how they were before the first change at or after `seq`."),
    paths: z
      .array(z.string().max(4096))
      .max(limits.rewindFiles)
      .optional()
      .describe("The files to restore, from the preview. Absent: those that only this session changed."),
  }),
  result: session.extend({ files: restoredFiles.nullable() }).meta({ id: "RewoundSession" }),
  errors: ["session_not_found", "session_busy", "checkpoint_unavailable"],
  handle: async ({ params, body }, { services, who }) => {
    const { session: row, files } = await services.sessions.rewind(params.session_id, body, who);
    const restored = files === null ? null : { ...files, kept: [...files.kept], left: [...files.left] };
    return { ...toSession(row), files: restored };
  },
});

const sessionName = z.object({ session_id: z.string(), title: z.string().nullable() });

const getRewind = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/rewind",
  role: "approver",
  group: "sessions",
  summary: "The files that a rewind to an event would change, and who else changed them since",
  params: sessionParams,
  query: z.object({ seq: z.coerce.number().int().nonnegative() }),
  result: z.object({
    checkpoint: z.string().nullable().describe("Null where no file was changed since."),
    files: z.array(
      z.object({
        path: z.string(),
        restore: z.enum(["change", "create", "delete"]).describe("What the rewind does to the file."),
        is_own: z.boolean().describe("Runs of this session changed it."),
        changed_by: z.array(sessionName).describe("Other sessions that changed it since."),
        selected: z.boolean().describe("It is restored unless `paths` says otherwise."),
      }),
    ),
    more: z.int().describe("Files that are not listed."),
    unavailable: z.string().nullable().describe("Why the files cannot be restored."),
    blocked_by: sessionName
      .nullable()
      .describe("A session that is running in the project: its files are left alone until it ends."),
  }),
  errors: ["session_not_found"],
  handle: async ({ params, query }, { services }) => {
    const preview = await services.sessions.previewRewind(params.session_id, query.seq);
    const { checkpoint, files, more, unavailable, blockedBy } = preview;
    return {
      ...{ checkpoint, more, unavailable },
      files: files.map(({ isOwn, changedBy, ...file }) => ({
        ...file,
        is_own: isOwn,
        changed_by: changedBy.map(toSessionName),
      })),
      blocked_by: blockedBy === null ? null : toSessionName(blockedBy),
    };
  },
});

function toSessionName({ sessionId, title }: SessionName) {
  return { session_id: sessionId, title };
}

export const sessionRoutes = [
  getSessions,
  postSession,
  getSession,
  patchSession,
  deleteSession,
  postFork,
  getRewind,
  postRewind,
];
