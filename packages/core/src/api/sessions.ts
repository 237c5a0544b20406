import { z } from "zod";
import { limits } from "../limits.ts";
import { sessionStatuses } from "../view/session-status.ts";
import { defineRoute, type RouteInput } from "./contract.ts";
import { done, id, modelName, pageLimit, projectRoot, queryFlag, sessionParams, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const title = z.string().trim().min(1).max(300);
const nativeId = id.describe("What the agent's program calls the session.");
const nativeCommand = z
  .string()
  .nullable()
  .describe("What goes on with it in the program itself, for a terminal.");

const session = z
  .object({
    sessionId: id,
    projectRoot: z.string(),
    title: z.string().nullable(),
    status: z.enum(sessionStatuses),
    agentId: id.nullable(),
    model: z.string().nullable(),
    queued: z.int(),
    pendingAsks: z.int(),
    costUsd: z.number(),
    costComplete: z.boolean().describe("False where the price of some calls is not known."),
    createdTs: ts,
    updatedTs: ts,
    forkedFrom: id.nullable(),
    archived: z.boolean(),
    rev: z.int(),
    seq: z.int().describe("The seq of the last event."),
    nativeId: nativeId.nullable().optional().describe("Where `native` was asked for."),
    nativeCommand: nativeCommand.optional(),
  })
  .meta({ id: "Session" });
/** A session as a list shows it. */
export type SessionRow = Data<typeof session>;

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
export type RestoredFiles = Data<typeof restoredFiles>;

const sessionName = z.object({ sessionId: z.string(), title: z.string().nullable() });
export type SessionName = Data<typeof sessionName>;

const rewindFile = z.object({
  path: z.string(),
  restore: z.enum(["change", "create", "delete"]).describe("What the rewind does to the file."),
  isOwn: z.boolean().describe("Runs of this session changed it."),
  changedBy: z.array(sessionName).describe("Other sessions that changed it since."),
  selected: z.boolean().describe("It is restored unless `paths` says otherwise."),
});
/** A file that a rewind would change. */
export type RewindFile = Data<typeof rewindFile>;

const rewindPreview = z.object({
  checkpoint: z.string().nullable().describe("Null where no file was changed since."),
  files: z.array(rewindFile),
  more: z.int().describe("Files that are not listed."),
  unavailable: z.string().nullable().describe("Why the files cannot be restored."),
  blockedBy: sessionName
    .nullable()
    .describe("A session that is running in the project: its files are left alone until it ends."),
});
export type RewindPreview = Data<typeof rewindPreview>;

const rewindTo = z.object({
  seq: z.int().nonnegative(),
  conversation: z.boolean().default(true).describe("Remove the events after `seq`."),
  files: z
    .boolean()
    .default(false)
    .describe("Restore the project's files to how they were before the first change at or after `seq`."),
  paths: z
    .array(z.string().max(4096))
    .max(limits.api.rewindFiles)
    .optional()
    .describe("The files to restore, from the preview. Absent: those that only this session changed."),
});
/** What to take back to an event: the conversation, the files, or both. */
export type RewindTo = Data<typeof rewindTo>;

const rewound = session.extend({ files: restoredFiles.nullable() }).meta({ id: "RewoundSession" });
/** A session that was cut back, and what was done to its project's files; null where nothing was. */
export type RewoundSession = Data<typeof rewound>;

const newSession = z.object({ projectRoot, agentId: id.optional(), title: title.optional() });
export type CreateSession = Data<typeof newSession>;

const sessionChange = z.object({
  title: title.optional(),
  archived: z.boolean().optional(),
  modeId: id.optional(),
  modelId: modelName.min(1).optional(),
});
export type SessionChange = Data<typeof sessionChange>;

const nativeSession = z
  .object({
    nativeId,
    command: nativeCommand,
    agentId: id,
    title: z.string(),
    updatedTs: ts,
    sessionId: id.nullable().describe("The session that it is here already; null where it is none."),
  })
  .meta({ id: "NativeSession" });
/** A session that was had with an agent's program itself. */
export type NativeRow = Data<typeof nativeSession>;

const sessionPage = z.object({ sessions: z.array(session), next: z.string().nullable() });
/** `next` is null on the last page. */
export type SessionPage = Data<typeof sessionPage>;

export const sessionRoutes = {
  list: defineRoute("sessions.list", {
    picksRows: true,
    group: "sessions",
    summary: "Sessions, the latest first",
    query: z.object({
      q: z.string().max(500).optional(),
      status: z.enum(sessionStatuses).optional(),
      projectRoot: projectRoot.optional(),
      archived: queryFlag.optional(),
      native: queryFlag.default(false).describe("With what the agents' programs call them."),
      limit: pageLimit(limits.api.pageSessions, 50),
      cursor: z.string().max(500).optional().describe("`next` of the page before."),
    }),
    result: sessionPage,
  }),
  create: defineRoute("sessions.create", {
    group: "sessions",
    summary: "Begin a session without a message",
    body: newSession,
    status: 201,
    result: session,
    errors: ["agent_not_found", "not_a_project"],
  }),
  get: defineRoute("sessions.get", {
    group: "sessions",
    summary: "One session",
    params: sessionParams,
    result: session,
    errors: ["session_not_found"],
  }),
  change: defineRoute("sessions.change", {
    group: "sessions",
    summary: "Rename, archive, or set the mode or model of a session; the mode needs the role `approver`",
    params: sessionParams,
    body: sessionChange.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "says nothing to change: title, archived, mode_id or model_id",
    ),
    result: session,
    errors: ["session_not_found", "not_supported", "confirmation_required"],
  }),
  delete: defineRoute("sessions.delete", {
    group: "sessions",
    summary: "Delete a session and its log",
    params: sessionParams,
    result: done,
    errors: ["session_not_found"],
  }),
  fork: defineRoute("sessions.fork", {
    group: "sessions",
    summary: "Begin a new session with the same past, up to an event",
    params: sessionParams,
    body: z.object({ seq: z.int().nonnegative().optional() }),
    status: 201,
    result: session,
    errors: ["session_not_found"],
  }),
  rewindPreview: defineRoute("sessions.rewindPreview", {
    group: "sessions",
    summary: "The files that a rewind to an event would change, and who else changed them since",
    params: sessionParams,
    query: z.object({ seq: z.coerce.number<string>().int().nonnegative() }),
    result: rewindPreview,
    errors: ["session_not_found"],
  }),
  rewind: defineRoute("sessions.rewind", {
    group: "sessions",
    summary:
      "Rewind the conversation, the files, or both to an event; a conversation that is cut gets a new rev",
    params: sessionParams,
    body: rewindTo,
    result: rewound,
    errors: ["session_not_found", "session_busy", "checkpoint_unavailable"],
  }),
  /** Sessions that people had with the agent programs themselves. They are no part of the log, which a viewer sees. */
  nativeSessions: defineRoute("sessions.nativeSessions", {
    group: "sessions",
    summary: "Sessions that a project had with an agent's program itself, the latest first",
    query: z.object({
      projectRoot,
      agentId: id.optional().describe("Of one agent; without it, of each program that is here."),
    }),
    result: z.object({ sessions: z.array(nativeSession) }),
    errors: ["agent_not_found", "agent_unavailable", "not_supported", "not_a_project"],
  }),
  adopt: defineRoute("sessions.adopt", {
    group: "sessions",
    summary:
      "Take over a session of an agent's program, with its history; one that is here already is answered as it is",
    body: z.object({ projectRoot, agentId: id, nativeId: id }),
    result: session
      .extend({ adopted: z.boolean().describe("False where the session was here already.") })
      .meta({ id: "AdoptedSession" }),
    errors: [
      ...(["agent_not_found", "agent_unavailable", "not_supported"] as const),
      ...(["not_a_project", "session_not_found", "bad_file", "storage_full"] as const),
    ],
  }),
};

export type SessionQuery = RouteInput<typeof sessionRoutes.list>;
