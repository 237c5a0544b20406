import { maintenanceRoutes } from "@polylog/core";
import type { Services } from "../../services.ts";
import type { Exchange } from "../exchange.ts";
import { toPolylogError } from "../to-error.ts";
import { importQuestion, restoreQuestion } from "./confirm.ts";
import { handle, TextResponse } from "./handler.ts";

/** The connection is silent during the work, which does not mean that the client has disconnected. */
function mayTakeLong(exchange: Exchange | null): void {
  exchange?.incoming.socket.setTimeout(0);
}

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
    // A slow reader receives fewer progress lines.
    yield `${JSON.stringify(latest)}\n`;
  }
}

export const maintenanceHandlers = [
  handle(maintenanceRoutes.backup, ({ body }, { services, exchange }) => {
    mayTakeLong(exchange);
    return services.maintenance.backup(body.file);
  }),
  handle(maintenanceRoutes.previewRestore, ({ body }, { services }) =>
    services.maintenance.previewRestore(body.file),
  ),
  handle(
    maintenanceRoutes.restore,
    ({ body }, { services, exchange }) => {
      mayTakeLong(exchange);
      return services.maintenance.restore(body.file, body.policies);
    },
    ({ body }) => ({ action: "restore", text: restoreQuestion(body.file, body.policies?.length ?? 0) }),
  ),
  handle(
    maintenanceRoutes.importSession,
    ({ body }, { services, exchange }) => {
      mayTakeLong(exchange);
      return services.maintenance.importSession(body.file, body.projectRoot);
    },
    ({ body }) => ({ action: "import_session", text: importQuestion(body.file, body.projectRoot) }),
  ),
  handle(
    maintenanceRoutes.verify,
    (_, { services }) => new TextResponse("application/jsonl; charset=utf-8", verifyLines(services)),
  ),
];
