import { z } from "zod";
import { limits } from "../limits.ts";
import { sessionStatuses } from "../view/session-status.ts";
import { defineRoute, type RouteInput } from "./contract.ts";
import { done, id, modelName, pageLimit, projectRoot, queryFlag, sessionParams, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const title = z.string().trim().min(1).max(300);
const nativeId = id.describe("The session's ID in the agent's program.");
const nativeCommand = z
  .string()
  .nullable()
  .describe("The terminal command that resumes it in the program itself.");

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
    costComplete: z
      .boolean()
      .describe(
        "False if the price of some calls is unknown, or if one of its agents has reported no usage.",
      ),
    createdTs: ts,
    updatedTs: ts,
    forkedFrom: id.nullable(),
    archived: z.boolean(),
    rev: z.int(),
    seq: z.int().describe("The seq of the last event."),
    activity: z
      .int()
      .describe(
        "The order of the list: the session with the highest value was active last, also after an import.",
      ),
    nativeId: nativeId.nullable().optional().describe("Only if `native` was requested."),
    nativeCommand: nativeCommand.optional(),
  })
  .meta({ id: "Session" });
/** A session as a list shows it. */
export type SessionRow = Data<typeof session>;

const restoredFiles = z
  .object({
    hash: z.string().describe("The checkpoint that the files are now at."),
    before: z
      .string()
      .describe(
        "A checkpoint of the files before the rewind; it is the last event of the log, so that you can return to it.",
      ),
    restored: z.int().describe("Files that were restored."),
    removed: z.int().describe("Files created since then that were removed."),
    kept: z.array(z.string()).describe("Files that could not be saved, and so were left unchanged."),
    left: z
      .array(z.string())
      .describe("Files that others changed, or that were not selected: left unchanged."),
  })
  .describe("Null if no file had changed, or no restore was requested.");
export type RestoredFiles = Data<typeof restoredFiles>;

const sessionName = z.object({ sessionId: z.string(), title: z.string().nullable() });
export type SessionName = Data<typeof sessionName>;

const rewindFile = z.object({
  path: z.string(),
  restore: z.enum(["change", "create", "delete"]).describe("The effect of the rewind on the file."),
  isOwn: z.boolean().describe("Runs of this session changed it."),
  changedBy: z.array(sessionName).describe("Other sessions that changed it since."),
  selected: z.boolean().describe("It is restored unless `paths` says otherwise."),
});
/** A file that a rewind would change. */
export type RewindFile = Data<typeof rewindFile>;

const rewindPreview = z.object({
  checkpoint: z.string().nullable().describe("Null if no file was changed since."),
  files: z.array(rewindFile),
  more: z.int().describe("Number of files that are not listed."),
  unavailable: z.string().nullable().describe("Why the files cannot be restored."),
  blockedBy: sessionName
    .nullable()
    .describe("A running session in the project: its files are left unchanged until it ends."),
});
export type RewindPreview = Data<typeof rewindPreview>;

const rewindTo = z.object({
  seq: z.int().nonnegative(),
  conversation: z.boolean().default(true).describe("Remove the events after `seq`."),
  files: z
    .boolean()
    .default(false)
    .describe("Restore the project's files to their state before the first change at or after `seq`."),
  paths: z
    .array(z.string().max(4096))
    .max(limits.api.rewindFiles)
    .optional()
    .describe("The files to restore, from the preview. If omitted, those that only this session changed."),
});
/** The parts to rewind to an event: the conversation, the files, or both. */
export type RewindTo = Data<typeof rewindTo>;

const rewound = session.extend({ files: restoredFiles.nullable() }).meta({ id: "RewoundSession" });
/** A rewound session, and the result for its project's files; null if no file changed. */
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
    sessionId: id.nullable().describe("The session that already exists for it; null if it was not imported."),
  })
  .meta({ id: "NativeSession" });
/** A session that took place in an agent's program itself. */
export type NativeRow = Data<typeof nativeSession>;

const sessionPage = z.object({ sessions: z.array(session), next: z.string().nullable() });
/** `next` is null on the last page. */
export type SessionPage = Data<typeof sessionPage>;

export const sessionRoutes = {
  list: defineRoute("sessions.list", {
    picksRows: true,
    summary: "List sessions, most recently active first",
    query: z.object({
      q: z.string().max(500).optional(),
      status: z.enum(sessionStatuses).optional(),
      projectRoot: projectRoot.optional(),
      archived: queryFlag.optional(),
      native: queryFlag.default(false).describe("Include the sessions' IDs in the agents' programs."),
      limit: pageLimit(limits.api.pageSessions, 50),
      cursor: z.string().max(500).optional().describe("`next` of the previous page."),
    }),
    result: sessionPage,
  }),
  create: defineRoute("sessions.create", {
    summary: "Create a session without a message",
    body: newSession,
    status: 201,
    result: session,
    errors: ["agent_not_found", "not_a_project"],
  }),
  get: defineRoute("sessions.get", {
    summary: "Get a session",
    params: sessionParams,
    result: session,
    errors: ["session_not_found"],
  }),
  change: defineRoute("sessions.change", {
    summary:
      "Rename or archive a session, or set its mode or model; setting the mode requires the role `approver`",
    params: sessionParams,
    body: sessionChange.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      "has nothing to change: set title, archived, mode_id or model_id",
    ),
    result: session,
    errors: ["session_not_found", "not_supported", "confirmation_required"],
  }),
  delete: defineRoute("sessions.delete", {
    summary: "Delete a session and its log",
    params: sessionParams,
    result: done,
    errors: ["session_not_found"],
  }),
  fork: defineRoute("sessions.fork", {
    summary: "Fork a session: create a new one with the same history, up to an event",
    params: sessionParams,
    body: z.object({ seq: z.int().nonnegative().optional() }),
    status: 201,
    result: session,
    errors: ["session_not_found"],
  }),
  rewindPreview: defineRoute("sessions.rewindPreview", {
    summary: "List the files that a rewind to an event would change, and who else changed them since",
    params: sessionParams,
    query: z.object({ seq: z.coerce.number<string>().int().nonnegative() }),
    result: rewindPreview,
    errors: ["session_not_found"],
  }),
  rewind: defineRoute("sessions.rewind", {
    summary: "Rewind the conversation, the files, or both to an event; a rewound conversation gets a new rev",
    params: sessionParams,
    body: rewindTo,
    result: rewound,
    errors: ["session_not_found", "session_busy", "checkpoint_unavailable"],
  }),
  /** Sessions that took place in the agent programs themselves. They are not part of the log, which viewers may see. */
  nativeSessions: defineRoute("sessions.nativeSessions", {
    summary: "List a project's sessions in an agent's own program, most recent first",
    query: z.object({
      projectRoot,
      agentId: id
        .optional()
        .describe("List one agent's sessions; if omitted, those of every installed program."),
    }),
    result: z.object({ sessions: z.array(nativeSession) }),
    errors: ["agent_not_found", "agent_unavailable", "not_supported", "not_a_project"],
  }),
  adopt: defineRoute("sessions.adopt", {
    summary:
      "Import a session of an agent's program, with its history; if it was already imported, it is returned unchanged",
    body: z.object({ projectRoot, agentId: id, nativeId: id }),
    result: session
      .extend({ adopted: z.boolean().describe("False if the session already existed.") })
      .meta({ id: "AdoptedSession" }),
    errors: [
      ...(["agent_not_found", "agent_unavailable", "not_supported"] as const),
      ...(["not_a_project", "session_not_found", "bad_file", "storage_full"] as const),
    ],
  }),
};

export type SessionQuery = RouteInput<typeof sessionRoutes.list>;
