import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createChannel, createSession } from "better-sse";
import { httpAddress, publisher } from "./publisher.ts";

/** As in its documentation: a session for each client, a channel for all of them. */
const channel = createChannel();
const server = createServer(async (request, response) => {
  // It would serialize the value as JSON again, but the data is JSON already.
  const session = await createSession(request, response, { serializer: String });
  channel.register(session);
  session.push("hello");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

publisher({
  address: () => httpAddress((server.address() as AddressInfo).port, "/events"),
  publish: (json) => {
    channel.broadcast(json);
  },
});
