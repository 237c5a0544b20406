import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const file = z.string().min(1).max(4096).describe("An absolute path on the server's machine.");

const backupPolicy = z.object({
  id: id.describe("Stands for exactly this content."),
  kind: z.string(),
  title: z.string(),
  value: z.unknown().describe("All of it but secrets."),
  change: z.enum(["added", "changed"]).describe("Whether the server has nothing in its place, or another."),
});
/** A rule, device or other policy that a backup holds and the server does not, or has otherwise. */
export type BackupPolicy = Data<typeof backupPolicy>;

const omitted = z.int().describe("How many more there are that cannot be selected: too many or too large.");

const restorePreview = z.object({ policies: z.array(backupPolicy), omitted });
export type RestorePreview = Data<typeof restorePreview>;

const restored = z.object({
  sessions: z.int(),
  events: z.int(),
  damaged: z.array(id),
  policies: z.array(backupPolicy.extend({ restored: z.boolean() })),
  omitted,
});
/** `damaged`: sessions that were damaged in the backup already. */
export type Restored = Data<typeof restored>;

/** A line of `verify` while it works. */
export interface VerifyProgress {
  readonly checked: number;
  readonly of: number;
}

/** Work on the log as a whole. Files are on the server's machine. */
export const maintenanceRoutes = {
  backup: defineRoute("maintenance.backup", {
    group: "maintenance",
    summary: "Write the log, with the large outputs, into a file while everything goes on",
    body: z.object({ file }),
    status: 201,
    result: z.object({ file: z.string(), bytes: z.int() }),
    errors: ["file_exists", "file_not_found", "storage_full"],
  }),
  previewRestore: defineRoute("maintenance.previewRestore", {
    group: "maintenance",
    summary:
      "List the rules, devices, trust and other policy of a backup that differ from the server's; changes nothing",
    body: z.object({ file }),
    result: restorePreview,
    errors: ["file_not_found", "bad_file"],
  }),
  restore: defineRoute("maintenance.restore", {
    group: "maintenance",
    summary: "Put a backup in the log's place, which is kept beside it; runs end, and clients begin anew",
    body: z.object({
      file,
      policies: z
        .array(id)
        .max(limits.api.restorePolicies)
        .optional()
        .describe("Ids from the preview. Only these come back; the server's own policy stays as it is."),
    }),
    status: 202,
    result: restored,
    errors: ["file_not_found", "bad_file", "store_conflict", "storage_full", "confirmation_required"],
  }),
  importSession: defineRoute("maintenance.importSession", {
    group: "maintenance",
    summary: "Make a new session of a file that export wrote as jsonl",
    body: z.object({ file, projectRoot }),
    status: 201,
    result: z.object({ sessionId: id, events: z.int() }),
    errors: ["file_not_found", "bad_file", "not_a_project", "storage_full", "confirmation_required"],
  }),
  verify: defineRoute("maintenance.verify", {
    group: "maintenance",
    summary:
      "Compare every event with its checksum: lines that say how far it is, then one that says what is damaged",
    result: z.string(),
  }),
};
