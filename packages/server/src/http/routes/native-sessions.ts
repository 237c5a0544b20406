import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id, projectRoot, ts } from "./fields.ts";
import { nativeCommand, nativeId, session, toSession } from "./session-row.ts";

/** Sessions that people had with the agent programs themselves. */

const nativeSession = z
  .object({
    native_id: nativeId,
    command: nativeCommand,
    agent_id: id,
    title: z.string(),
    updated_ts: ts,
    session_id: id.nullable().describe("The session that it is here already; null where it is none."),
  })
  .meta({ id: "NativeSession" });

const getNativeSessions = defineRoute({
  method: "get",
  path: "/api/native-sessions",
  // They are no part of the log, which is what a viewer may see.
  role: "prompter",
  group: "sessions",
  summary: "Sessions that a project had with an agent's program itself, the latest first",
  query: z.object({
    project_root: projectRoot,
    agent_id: id.optional().describe("Of one agent; without it, of each program that is here."),
  }),
  result: z.object({ sessions: z.array(nativeSession) }),
  errors: ["agent_not_found", "agent_unavailable", "not_supported", "not_a_project"],
  handle: async ({ query }, { services }) => {
    const rows = await services.nativeSessions.list(query.project_root, query.agent_id);
    return {
      sessions: rows.map(({ agentId, nativeId: name, command, title, updatedTs, sessionId }) => ({
        ...{ agent_id: agentId, native_id: name, command },
        ...{ title, updated_ts: updatedTs, session_id: sessionId },
      })),
    };
  },
});

const postNativeSession = defineRoute({
  method: "post",
  path: "/api/native-sessions",
  role: "prompter",
  group: "sessions",
  summary:
    "Take over a session of an agent's program, with its history; one that is here already is answered as it is",
  body: z.object({ project_root: projectRoot, agent_id: id, native_id: id }),
  result: session
    .extend({ adopted: z.boolean().describe("False where the session was here already.") })
    .meta({ id: "AdoptedSession" }),
  errors: [
    ...(["agent_not_found", "agent_unavailable", "not_supported"] as const),
    ...(["not_a_project", "session_not_found", "bad_file", "storage_full"] as const),
  ],
  handle: async ({ body }, { services }) => {
    const input = { projectRoot: body.project_root, agentId: body.agent_id, nativeId: body.native_id };
    const { session: row, isNew } = await services.nativeSessions.adopt(input);
    return { ...toSession(row), adopted: isNew };
  },
});

export const nativeSessionRoutes = [getNativeSessions, postNativeSession];
