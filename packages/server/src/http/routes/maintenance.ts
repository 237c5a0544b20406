import { z } from "zod";
import { limits } from "../../limits.ts";
import type { Services } from "../../services.ts";
import type { Exchange } from "../exchange.ts";
import { toPolylogError } from "../to-error.ts";
import { importQuestion, restoreQuestion } from "./confirm.ts";
import { defineRoute, RawAnswer } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

/** Work on the log as a whole. Files are on the server's machine. */

const file = z.string().min(1).max(4096).describe("An absolute path on the server's machine.");

/** Nothing moves on the connection while it works; that is no sign of a client that is gone. */
function mayTakeLong(exchange: Exchange | null): void {
  exchange?.incoming.socket.setTimeout(0);
}

const postBackup = defineRoute({
  method: "post",
  path: "/api/backup",
  role: "owner",
  group: "maintenance",
  summary: "Write the log, with the large outputs, into a file while everything goes on",
  body: z.object({ file }),
  status: 201,
  result: z.object({ file: z.string(), bytes: z.int() }),
  errors: ["file_exists", "file_not_found", "storage_full"],
  handle: ({ body }, { services, exchange }) => {
    mayTakeLong(exchange);
    return services.maintenance.backup(body.file);
  },
});

const backupPolicy = z.object({
  id: id.describe("Stands for exactly this content."),
  kind: z.string(),
  title: z.string(),
  value: z.unknown().describe("All of it but secrets."),
  change: z.enum(["added", "changed"]).describe("Whether the server has nothing in its place, or another."),
});

const omitted = z.int().describe("How many more there are that cannot be selected: too many or too large.");

const postRestorePreview = defineRoute({
  method: "post",
  path: "/api/restore/preview",
  role: "owner",
  group: "maintenance",
  summary:
    "List the rules, devices, trust and other policy of a backup that differ from the server's; changes nothing",
  body: z.object({ file }),
  result: z.object({ policies: z.array(backupPolicy), omitted }),
  errors: ["file_not_found", "bad_file"],
  handle: async ({ body }, { services }) => {
    const preview = await services.maintenance.previewRestore(body.file);
    return { policies: [...preview.policies], omitted: preview.omitted };
  },
});

const postRestore = defineRoute({
  method: "post",
  path: "/api/restore",
  role: "owner",
  group: "maintenance",
  summary: "Put a backup in the log's place, which is kept beside it; runs end, and clients begin anew",
  body: z.object({
    file,
    policies: z
      .array(id)
      .max(limits.restore.policies)
      .optional()
      .describe("Ids from the preview. Only these come back; the server's own policy stays as it is."),
  }),
  status: 202,
  result: z.object({
    sessions: z.int(),
    events: z.int(),
    damaged: z.array(id),
    policies: z.array(backupPolicy.extend({ restored: z.boolean() })),
    omitted,
  }),
  errors: ["file_not_found", "bad_file", "store_conflict", "storage_full", "confirmation_required"],
  confirm: ({ body }) => ({
    action: "restore",
    text: restoreQuestion(body.file, body.policies?.length ?? 0),
  }),
  handle: async ({ body }, { services, exchange }) => {
    mayTakeLong(exchange);
    const restored = await services.maintenance.restore(body.file, body.policies);
    return { ...restored, damaged: [...restored.damaged], policies: [...restored.policies] };
  },
});

const postImport = defineRoute({
  method: "post",
  path: "/api/import",
  role: "owner",
  group: "maintenance",
  summary: "Make a new session of a file that export wrote as jsonl",
  body: z.object({ file, project_root: projectRoot }),
  status: 201,
  result: z.object({ session_id: id, events: z.int() }),
  errors: ["file_not_found", "bad_file", "not_a_project", "storage_full", "confirmation_required"],
  confirm: ({ body }) => ({ action: "import_session", text: importQuestion(body.file, body.project_root) }),
  handle: async ({ body }, { services, exchange }) => {
    mayTakeLong(exchange);
    const { sessionId, events } = await services.maintenance.importSession(body.file, body.project_root);
    return { session_id: sessionId, events };
  },
});

const getVerify = defineRoute({
  method: "get",
  path: "/api/verify",
  role: "owner",
  group: "maintenance",
  summary:
    "Compare every event with its checksum: lines that say how far it is, then one that says what is damaged",
  type: "application/jsonl",
  result: z.string(),
  handle: (_, { services }) => new RawAnswer("application/jsonl; charset=utf-8", verifyLines(services)),
});

/** Lines `{"checked":…,"of":…}`, then `{"damaged":[…]}` or `{"error":…}`. */
async function* verifyLines({ maintenance }: Services): AsyncGenerator<string> {
  let latest: { readonly checked: number; readonly of: number } | null = null;
  let wake = () => {};
  const work = maintenance.verify((progress) => {
    latest = progress;
    wake();
  });
  const ended = work.then(
    ({ damaged }) => ({ damaged }),
    (error: unknown) => toPolylogError(error).toJSON(),
  );
  for (;;) {
    const moved = new Promise<null>((resolve) => {
      wake = () => resolve(null);
    });
    const end = await Promise.race([ended, moved]);
    if (end !== null) {
      yield `${JSON.stringify(end)}\n`;
      return;
    }
    // Who reads slowly is told of fewer steps.
    yield `${JSON.stringify(latest)}\n`;
  }
}

export const maintenanceRoutes = [postBackup, postRestorePreview, postRestore, postImport, getVerify];
