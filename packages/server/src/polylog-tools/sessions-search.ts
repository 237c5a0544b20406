import { z } from "zod";
import { limits } from "../limits.ts";
import type { EventStore } from "../store/store.ts";
import { defineTool } from "./polylog-tool.ts";

const { queryChars, rows, snippetChars } = limits.polylogTools;

export function sessionsSearch(store: Pick<EventStore, "search">) {
  return defineTool({
    name: "sessions_search",
    description: "Search the messages in this project's sessions, newest first.",
    input: z.object({
      query: z.string().min(1).max(queryChars).describe("Words that must all be in the message."),
      limit: z.int().min(1).max(rows).default(10),
    }),
    call: async ({ query, limit }, { actor }) => {
      const hits = await store.search(query, limit, actor.session.projectRoot);
      return {
        messages: hits.map(({ sessionId, title, seq, snippet }) => ({
          ...{ sessionId, title, seq },
          text: snippet.replaceAll(/[\uE000\uE001]/g, "").slice(0, snippetChars),
        })),
      };
    },
  });
}
