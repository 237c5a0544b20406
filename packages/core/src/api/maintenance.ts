import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const file = z.string().min(1).max(4096).describe("An absolute path on the server's machine.");

const backupPolicy = z.object({
  id: id.describe("Identifies exactly this content."),
  kind: z.string(),
  title: z.string(),
  value: z.unknown().describe("The full content, except secrets."),
  change: z
    .enum(["added", "changed"])
    .describe("Whether the server has no such document, or a different one."),
});
/** A rule, device or other policy that only the backup holds, or that differs from the server's. */
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
/** `damaged`: sessions that were already damaged in the backup. */
export type Restored = Data<typeof restored>;

/** A progress line of `verify`. */
export interface VerifyProgress {
  readonly checked: number;
  readonly of: number;
}

/** Operations on the whole log. Files are on the server's machine. */
export const maintenanceRoutes = {
  backup: defineRoute("maintenance.backup", {
    summary: "Back up the log, including large outputs, to a file while the server keeps running",
    body: z.object({ file }),
    status: 201,
    result: z.object({ file: z.string(), bytes: z.int() }),
    errors: ["file_exists", "file_not_found", "storage_full"],
  }),
  previewRestore: defineRoute("maintenance.previewRestore", {
    summary:
      "List the rules, devices, trust and other policy of a backup that differ from the server's; changes nothing",
    body: z.object({ file }),
    result: restorePreview,
    errors: ["file_not_found", "bad_file"],
  }),
  restore: defineRoute("maintenance.restore", {
    summary: "Replace the log with a backup and keep the old log next to it; runs end, and clients reload",
    body: z.object({
      file,
      policies: z
        .array(id)
        .max(limits.api.restorePolicies)
        .optional()
        .describe(
          "IDs from the preview. Only these are restored; the server keeps its own policy otherwise.",
        ),
    }),
    status: 202,
    result: restored,
    errors: ["file_not_found", "bad_file", "store_conflict", "storage_full", "confirmation_required"],
  }),
  importSession: defineRoute("maintenance.importSession", {
    summary: "Import a session from a file exported as jsonl",
    body: z.object({ file, projectRoot }),
    status: 201,
    result: z.object({ sessionId: id, events: z.int() }),
    errors: ["file_not_found", "bad_file", "not_a_project", "storage_full", "confirmation_required"],
  }),
  verify: defineRoute("maintenance.verify", {
    summary: "Verify every event's checksum: returns progress lines, then a line that lists damaged sessions",
    result: z.string(),
  }),
};
