import { findRun } from "@polylog/core";
import { z } from "zod";
import type { Exchanges } from "../exchange/exchanges.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import { defineTool } from "./polylog-tool.ts";

/** The state of messages that are not answered yet. */
export function agentsStatus(exchanges: Exchanges, actors: SessionActors) {
  return defineTool({
    name: "agents_status",
    description:
      "List your messages to other agents that are not answered yet, and whether each is queued or being worked on.",
    input: z.object({
      exchangeId: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("Only this exchange; the id is returned by agents_message."),
    }),
    call: async ({ exchangeId }, { actor }) => {
      const open = exchanges.openOf(actor.session.sessionId);
      const asked = open.filter((exchange) => exchangeId === undefined || exchange.exchangeId === exchangeId);
      const states = await Promise.all(
        asked.map(async ({ exchangeId, to, createdTs }) => {
          const target = await actors.of(to.sessionId).catch(() => null);
          const run = target === null ? undefined : findRun(target.conversation, to.runId);
          const state = run === undefined ? "queued" : run.outcome === null ? "working" : run.outcome;
          return { exchangeId, agentId: to.agentId, sessionId: to.sessionId, state, sentTs: createdTs };
        }),
      );
      return { messages: states };
    },
  });
}
