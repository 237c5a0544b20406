import type { EventBody } from "@polylog/core";
import { owner, startPolylog } from "./polylog-server.ts";
import { httpAddress, publisher } from "./publisher.ts";

/** The server as it is shipped: published events go through the log first. */
const { services, home, token, port } = await startPolylog();
const { sessionId } = await services.sessions.create({ projectRoot: home, agentId: "script" }, owner);
const actor = await services.actors.of(sessionId);

publisher({
  address: () =>
    httpAddress(port, `/api/events?session_id=${sessionId}`, { authorization: `Bearer ${token}` }),
  publish: async (json) => {
    await actor.append({ bodies: [JSON.parse(json) as EventBody], refusable: false });
  },
});
