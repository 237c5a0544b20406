import { z } from "zod";
import type { SessionRow } from "../../store/store.ts";
import { id, ts } from "./fields.ts";

export const sessionStates = [
  "working",
  "waiting_for_you",
  "queued",
  "idle",
  "interrupted",
  "failed",
] as const;

export const nativeId = id.describe("What the agent's program calls the session.");
export const nativeCommand = z
  .string()
  .nullable()
  .describe("What goes on with it in the program itself, for a terminal.");

export const session = z
  .object({
    session_id: id,
    project_root: z.string(),
    title: z.string().nullable(),
    status: z.enum(sessionStates),
    agent_id: id.nullable(),
    model: z.string().nullable(),
    queued: z.int(),
    pending_asks: z.int(),
    cost_usd: z.number(),
    cost_complete: z.boolean().describe("False where the price of some calls is not known."),
    created_ts: ts,
    updated_ts: ts,
    forked_from: id.nullable(),
    archived: z.boolean(),
    rev: z.int(),
    seq: z.int().describe("The seq of the last event."),
    native_id: nativeId.nullable().optional().describe("Where `native` was asked for."),
    native_command: nativeCommand.optional(),
  })
  .meta({ id: "Session" });

export function toSession(row: SessionRow): z.input<typeof session> {
  return {
    session_id: row.sessionId,
    project_root: row.projectRoot,
    title: row.title,
    status: row.state,
    agent_id: row.agentId,
    model: row.model,
    queued: row.queued,
    pending_asks: row.pendingAsks,
    cost_usd: row.costUsd,
    cost_complete: row.costComplete,
    created_ts: row.createdTs,
    updated_ts: row.updatedTs,
    forked_from: row.forkedFrom,
    archived: row.archived,
    rev: row.rev,
    seq: row.head,
  };
}
