import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { publisher } from "./publisher.ts";

/** The lower limit: the same bytes, created once and written to plain sockets. */
const clients = new Set<Socket>();
const server = createServer({ noDelay: true }, (socket) => {
  clients.add(socket);
  socket.on("close", () => clients.delete(socket));
  socket.resume();
  socket.write("hello\n\n");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

publisher({
  address: () => ({ port: (server.address() as AddressInfo).port, hello: "" }),
  publish: (json) => {
    const bytes = Buffer.from(`data: ${json}\n\n`);
    for (const client of clients) client.write(bytes);
  },
});
