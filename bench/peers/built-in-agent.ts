import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { manifests } from "@polylog/backends";
import { type AgentConnection, emptyConversation } from "@polylog/core";

/** Receives each piece of text when it arrives. */
export type Listener = (text: string) => void;

/** The built-in agent with its tools and instructions, up to its events. */
export async function builtInAgent(url: string): Promise<{
  readonly ask: (text: string, onText: Listener) => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), "polylog-bench-"));
  writeFileSync(path.join(folder, "AGENTS.md"), "Use tabs.\n");
  const { backend } = manifests.openai as (typeof manifests)[string];
  const connection: AgentConnection = await backend.start({
    ...{ sessionId: "bench", agentId: "bench", projectRoot: folder },
    settings: { backend: "openai", baseUrl: `${url}/v1`, model: "scripted" },
    host: {
      conversation: () => emptyConversation,
      dataFolder: folder,
      trusted: async () => false,
      tools: null,
    },
  });
  const events = connection.events[Symbol.asyncIterator]();
  let runs = 0;
  const ask = async (text: string, onText: Listener): Promise<void> => {
    const runId = `run${++runs}`;
    await connection.prompt({ runId, text, images: [] });
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      const event = next.value;
      if (event.type === "text_delta") onText(event.delta);
      if (event.type !== "run_ended") continue;
      if (event.outcome !== "completed") throw new Error(event.error?.message ?? event.outcome);
      return;
    }
  };
  const close = async () => {
    await connection.close();
    rmSync(folder, { recursive: true });
  };
  return { ask, close };
}
