import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { httpAddress, publisher } from "./publisher.ts";

/** As in hono's documentation: a stream for each client, written one after the other. */
const clients = new Set<SSEStreamingApi>();
const app = new Hono();
app.get("/events", (c) =>
  streamSSE(c, async (stream) => {
    clients.add(stream);
    const gone = Promise.withResolvers<void>();
    stream.onAbort(() => {
      clients.delete(stream);
      gone.resolve();
    });
    await stream.writeSSE({ data: "hello" });
    await gone.promise;
  }),
);
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
await once(server, "listening");

publisher({
  address: () => httpAddress((server.address() as AddressInfo).port, "/events"),
  publish: async (json) => {
    await Promise.all([...clients].map((client) => client.writeSSE({ data: json })));
  },
});
