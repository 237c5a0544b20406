import { defined, emptyConversation } from "@polylog/core";
import { recordProcessesIn } from "../../../src/process/process-records.ts";
import { backends } from "../../../src/registry.ts";
import type { CrashOrder } from "./crash-server.ts";

/** A server to be killed: it starts an agent and a run, and prints the agent's events. */
const { backend, settings, projectRoot, dataFolder, recordsFolder, prompt, resume } = JSON.parse(
  process.argv[2] ?? "",
) as CrashOrder;

await recordProcessesIn(recordsFolder);
const host = {
  conversation: () => emptyConversation,
  dataFolder,
  trusted: async () => true,
  tools: null,
};
const started = await backends[backend]?.start({
  sessionId: "session",
  agentId: "agent",
  projectRoot,
  settings,
  host,
  ...defined({ resume }),
});
await started?.prompt({ ...prompt, images: [] });
for await (const event of started?.events ?? []) {
  process.stdout.write(`${JSON.stringify({ event, nativeSessionId: started?.nativeSessionId })}\n`);
}
