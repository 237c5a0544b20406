import { z } from "zod";
import type { Service } from "../../service.ts";
import type { Exchange } from "../exchange.ts";
import { toPolylogError } from "../to-error.ts";
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
  handle: ({ body }, { service, exchange }) => {
    mayTakeLong(exchange);
    return service.maintenance.backup(body.file);
  },
});

const postRestore = defineRoute({
  method: "post",
  path: "/api/restore",
  role: "owner",
  group: "maintenance",
  summary: "Put a backup in the log's place, which is kept beside it; runs end, and clients begin anew",
  body: z.object({ file }),
  status: 202,
  result: z.object({ sessions: z.int(), events: z.int(), damaged: z.array(id) }),
  errors: ["file_not_found", "bad_file", "store_conflict", "storage_full"],
  handle: async ({ body }, { service, exchange }) => {
    mayTakeLong(exchange);
    const { sessions, events, damaged } = await service.maintenance.restore(body.file);
    return { sessions, events, damaged: [...damaged] };
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
  errors: ["file_not_found", "bad_file", "not_a_project", "storage_full"],
  handle: async ({ body }, { service, exchange }) => {
    mayTakeLong(exchange);
    const { sessionId, events } = await service.maintenance.importSession(body.file, body.project_root);
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
  handle: (_, { service }) => new RawAnswer("application/jsonl; charset=utf-8", verifyLines(service)),
});

/** Lines `{"checked":…,"of":…}`, then `{"damaged":[…]}` or `{"error":…}`. */
async function* verifyLines({ maintenance }: Service): AsyncGenerator<string> {
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

export const maintenanceRoutes = [postBackup, postRestore, postImport, getVerify];
