import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id } from "./fields.ts";

const getSearch = defineRoute({
  method: "get",
  path: "/api/search",
  role: "viewer",
  group: "search",
  summary: "Find words in all sessions",
  query: z.object({ q: z.string().trim().min(1).max(500) }),
  result: z.object({
    hits: z.array(
      z.object({
        session_id: id,
        seq: z.int(),
        title: z.string().nullable(),
        project_root: z.string(),
        snippet: z.string().describe("Matched words stand between U+E000 and U+E001."),
      }),
    ),
  }),
  handle: async ({ query }, { services }) => {
    const hits = await services.sessions.search(query.q);
    return {
      hits: hits.map(({ sessionId, seq, title, projectRoot, snippet }) => ({
        session_id: sessionId,
        seq,
        title,
        project_root: projectRoot,
        snippet,
      })),
    };
  },
});

export const searchRoutes = [getSearch];
