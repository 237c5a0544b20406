import type { PolylogToolset } from "@polylog/core";

interface OwnToolCall {
  readonly name: string;
  readonly runId: string | null;
  readonly callId: string | undefined;
  isStopped: boolean;
}

export interface PolylogToolsLog {
  readonly calls: OwnToolCall[];
}

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/**
 * Polylog tools as the server provides them: one that answers, one that fails, and one that ends only when it is
 * stopped.
 */
export function testTools(
  log: PolylogToolsLog,
  onCall: () => void = () => undefined,
  runAtWork: () => string | null = () => null,
): PolylogToolset {
  return {
    list: [
      { name: "test_greet", description: "Greets back", inputSchema: text },
      { name: "test_fail", description: "Fails", inputSchema: text },
      { name: "test_wait", description: "Waits", inputSchema: text },
    ],
    call: async ({ name, runId, callId, input, signal }) => {
      const call = { name, runId: runId ?? runAtWork(), callId, isStopped: false };
      log.calls.push(call);
      onCall();
      const said = String((input as { text?: unknown }).text);
      if (name === "test_greet") return { text: `Greetings, ${said}`, isError: false };
      if (name === "test_fail") return { text: `No ${said} today`, isError: true };
      await new Promise<void>((resolve) => {
        const stop = () => {
          call.isStopped = true;
          resolve();
        };
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      });
      return { text: "Nobody waits any more", isError: true };
    },
    address: async () => null,
  };
}
