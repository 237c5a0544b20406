import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EarlyListener, type RequestHandlers } from "../../src/http/entry/early-listener.ts";

/** A listener without handlers. */
async function openListener() {
  const listener = await EarlyListener.open({
    version: "1.2.3",
    host: "127.0.0.1",
    port: 0,
    basePath: "/polylog",
  });
  onTestFinished(() => listener.close());
  return listener;
}

/** Answers with the address of the request, and records it. */
function recordingHandlers(): RequestHandlers & { readonly received: string[] } {
  const received: string[] = [];
  return {
    received,
    request: (incoming: IncomingMessage, outgoing: ServerResponse) => {
      received.push(`${incoming.method} ${incoming.url}`);
      outgoing.end(`handled ${incoming.url}`);
    },
    upgrade: (incoming, socket) => {
      received.push(`upgrade ${incoming.url}`);
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

function ask(listener: EarlyListener, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(`${listener.url}${path}`, { headers }, async (answer) => {
    let text = "";
    for await (const piece of answer) text += piece;
    resolve({ status: answer.statusCode, text });
  })
    .on("error", reject)
    .end();
  return promise;
}

test("[ST1] until startup is complete, only health requests are answered; others wait and are then answered in order", async () => {
  const listener = await openListener();
  const well = { status: 200, text: '{"ok":true,"version":"1.2.3"}' };
  expect(await ask(listener, "/api/health")).toEqual(well);
  expect(await ask(listener, "/polylog/api/health?x=1")).toEqual(well);
  const first = ask(listener, "/api/sessions");
  await listener.waitForRequest(60_000);
  const handlers = recordingHandlers();
  listener.attach(handlers);
  expect(await first).toEqual({ status: 200, text: "handled /api/sessions" });
  expect(await ask(listener, "/api/health")).toEqual({ status: 200, text: "handled /api/health" });
  expect(handlers.received).toEqual(["GET /api/sessions", "GET /api/health"]);
});

test("[ST1] [S3] a request with a wrong host learns nothing about the server, also during startup", async () => {
  const listener = await openListener();
  const wrongHost = ask(listener, "/api/health", { host: "evil.example" });
  await listener.waitForRequest(60_000);
  listener.attach(recordingHandlers());
  // The handlers receive it and reject it.
  expect(await wrongHost).toEqual({ status: 200, text: "handled /api/health" });
});

test("[ST1] a socket waits too, and one whose client has left is not accepted", async () => {
  const listener = await openListener();
  const port = Number(new URL(listener.url).port);
  const upgrade = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const left = connect(port, "127.0.0.1", () => left.write(upgrade.replace("/ws", "/left")));
  await listener.waitForRequest(60_000);
  left.resetAndDestroy();
  const stays = connect(port, "127.0.0.1", () => stays.write(upgrade));
  const handlers = recordingHandlers();
  // A later request has been answered, so the earlier ones have arrived.
  await ask(listener, "/api/health");
  const told = once(stays, "data");
  await ask(listener, "/api/health");
  listener.attach(handlers);
  expect(String(await told)).toBe("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  expect(handlers.received).toEqual(["upgrade /ws"]);
});

test("[ST1] without a waiting request, the rest is loaded after a moment anyway", async () => {
  const listener = await openListener();
  await listener.waitForRequest(1);
  expect(await ask(listener, "/api/health")).toEqual({ status: 200, text: '{"ok":true,"version":"1.2.3"}' });
});
