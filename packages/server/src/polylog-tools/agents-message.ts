import { z } from "zod";
import type { Exchanges } from "../exchange/exchanges.ts";
import type { SessionChoice } from "../exchange/find-target.ts";
import { limits } from "../limits.ts";
import { defineTool } from "./polylog-tool.ts";

const { contentChars, waitSeconds, mostWaitSeconds } = limits.exchange;

export function agentsMessage(exchanges: Exchanges) {
  return defineTool({
    name: "agents_message",
    description: [
      "Send a message to another agent of this project.",
      'With mode "sync" you wait for its answer: the status is complete, timeout, failed or cancelled, and the answer is in response.',
      'With mode "async", or when it is busy (status started or queued), you continue working, and its answer arrives later as a message.',
      "The other agent knows that you are an agent. It cannot see your conversation, so include everything it needs.",
    ].join(" "),
    input: z.object({
      agentId: z.string().min(1).max(200).describe("The id of the receiving agent; see agents_list."),
      content: z.string().min(1).max(contentChars).describe("The message."),
      session: z
        .string()
        .min(1)
        .max(200)
        .default("latest-or-create")
        .describe(
          '"latest" (its newest session here), "create" (a new one), "latest-or-create", or a session\'s id.',
        ),
      mode: z.enum(["sync", "async"]).default("sync"),
      timeout: z
        .number()
        .positive()
        .max(mostWaitSeconds)
        .default(waitSeconds)
        .describe("With sync: seconds to wait for the answer. After that, the agent is stopped."),
    }),
    call: async ({ agentId, content, session, mode, timeout }, caller) => {
      const message = { agentId, content, mode, session: choiceOf(session), waitSeconds: timeout };
      const { status, exchangeId, sessionId, ...rest } = await exchanges.send(caller, message);
      const outcome = "result" in rest ? { response: rest.result, error: rest.error } : {};
      return { status, exchangeId, agentId, sessionId, ...outcome };
    },
  });
}

function choiceOf(session: string): SessionChoice {
  if (session === "latest" || session === "create" || session === "latest-or-create") return session;
  return { sessionId: session };
}
