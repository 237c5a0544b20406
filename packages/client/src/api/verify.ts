import { addressOf, type VerifyProgress } from "@polylog/core";
import { type ClientError, networkError } from "../client-error.ts";
import { type Http, readError } from "../http.ts";

export interface VerifyOptions {
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Verified {
  /** The ids of the sessions whose log is damaged. */
  readonly damaged: readonly string[];
}

/** Reads the progress lines that the server sends while it verifies every event's checksum. */
export async function verify(http: Http, options: VerifyOptions): Promise<Verified> {
  const { onProgress = () => {}, signal = new AbortController().signal } = options;
  const { path } = addressOf("maintenance.verify");
  const stream = await http.stream(path, {}, { accept: "application/jsonl" }, signal);
  for await (const line of linesOf(stream)) {
    const told = JSON.parse(line) as Partial<VerifyProgress & Verified> & { error?: Partial<ClientError> };
    if (told.error !== undefined) throw readError(told.error, 200);
    if (told.damaged !== undefined) return { damaged: told.damaged };
    onProgress(told as VerifyProgress);
  }
  throw networkError("The server stopped before it had read the whole log. Run verify again.");
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
