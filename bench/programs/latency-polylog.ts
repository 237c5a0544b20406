import { answer } from "../program.ts";
import { owner, startPolylog } from "./polylog-server.ts";
import { httpAddress } from "./publisher.ts";
import { agentEnv, script } from "./stamping-agent.ts";

/** The server as it is shipped, with an agent that is a program. */
const agents = { script: { backend: "script", env: agentEnv, options: { script, process: true } } };
const { services, home, token, port } = await startPolylog({ agents });
const { sessionId } = await services.sessions.create({ projectRoot: home }, owner);

answer({
  address: () =>
    httpAddress(port, `/api/events?session_id=${sessionId}`, { authorization: `Bearer ${token}` }),
  speak: async (text: string) => {
    await services.messages.send({ projectRoot: home, sessionId, text }, owner);
  },
});
