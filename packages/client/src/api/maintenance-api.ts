import { addressOf, type Restored, type RestorePreview, type VerifyProgress } from "@polylog/core";
import { type ClientError, networkError } from "../client-error.ts";
import { type Http, readError } from "../http.ts";

export type MaintenanceApi = ReturnType<typeof maintenanceApi>;

/** It works on all of the log, which takes as long as it takes. */
const patient = true;

/** Work on the log as a whole. Files are on the server's machine, by their absolute paths. */
export function maintenanceApi(http: Http) {
  return {
    backup(file: string): Promise<{ readonly file: string; readonly bytes: number }> {
      return http.call("maintenance.backup", { file }, { patient });
    },
    /** The policy of a backup that differs from the server's own. */
    previewRestore(file: string): Promise<RestorePreview> {
      return http.call("maintenance.previewRestore", { file }, { patient });
    },
    /**
     * Puts a backup in the log's place. The server then begins anew; who follows sessions is told. Of the backup's
     * policy only what is selected, by the ids of the preview, comes back.
     */
    restore(file: string, policies?: readonly string[]): Promise<Restored> {
      return http.call("maintenance.restore", { file, policies }, { patient });
    },
    /** Makes a new session of a file that `exportSession` gave. */
    importSession(
      file: string,
      projectRoot: string,
    ): Promise<{ readonly sessionId: string; readonly events: number }> {
      return http.call("maintenance.importSession", { file, projectRoot }, { patient });
    },
    /** Compares every event with its checksum; names the sessions that are damaged. */
    async verify(
      tell: (progress: VerifyProgress) => void = () => {},
      signal: AbortSignal = new AbortController().signal,
    ): Promise<{ readonly damaged: readonly string[] }> {
      const stream = await http.stream(
        addressOf("maintenance.verify").path,
        {},
        { accept: "application/jsonl" },
        signal,
      );
      for await (const line of linesOf(stream)) {
        const told = JSON.parse(line) as Partial<VerifyProgress> & VerifyEnd;
        if (told.error !== undefined) throw readError(told.error, 200);
        if (told.damaged !== undefined) return { damaged: told.damaged };
        tell(told as VerifyProgress);
      }
      throw networkError("The server stopped before all of the log was read.");
    },
  };
}

interface VerifyEnd {
  readonly damaged?: readonly string[];
  readonly error?: Partial<ClientError>;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    yield* lines.filter((line) => line !== "");
    if (done) return;
  }
}
