import { findRun } from "@polylog/core";
import { z } from "zod";
import type { Exchanges } from "../exchange/exchanges.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import { defineTool } from "./polylog-tool.ts";

/** What became of the messages that have no answer yet. */
export function agentsStatus(exchanges: Exchanges, actors: SessionActors) {
  return defineTool({
    name: "agents_status",
    description:
      "See which of your messages to other agents have no answer yet, and whether each waits in a queue or is worked on.",
    input: z.object({
      exchangeId: z.string().min(1).max(200).optional().describe("Only this one; from agents_message."),
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
