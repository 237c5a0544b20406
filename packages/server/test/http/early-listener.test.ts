import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Door, type Inside } from "../../src/http/entry/early-listener.ts";

/** A door with nothing behind it yet. */
async function openDoor() {
  const door = await Door.open({ version: "1.2.3", host: "127.0.0.1", port: 0, basePath: "/polylog" });
  onTestFinished(() => door.close());
  return door;
}

/** Answers with what it was asked, and tells of those who came. */
function inside(): Inside & { readonly came: string[] } {
  const came: string[] = [];
  return {
    came,
    request: (incoming: IncomingMessage, outgoing: ServerResponse) => {
      came.push(`${incoming.method} ${incoming.url}`);
      outgoing.end(`inside ${incoming.url}`);
    },
    upgrade: (incoming, socket) => {
      came.push(`upgrade ${incoming.url}`);
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

function ask(door: Door, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(`${door.url}${path}`, { headers }, async (answer) => {
    let text = "";
    for await (const piece of answer) text += piece;
    resolve({ status: answer.statusCode, text });
  })
    .on("error", reject)
    .end();
  return promise;
}

test("[ST1] until all is ready only health is answered; all else waits and is then answered in its order", async () => {
  const door = await openDoor();
  const well = { status: 200, text: '{"ok":true,"version":"1.2.3"}' };
  expect(await ask(door, "/api/health")).toEqual(well);
  expect(await ask(door, "/polylog/api/health?x=1")).toEqual(well);
  const first = ask(door, "/api/sessions");
  await door.someoneWaits(60_000);
  const behind = inside();
  door.admit(behind);
  expect(await first).toEqual({ status: 200, text: "inside /api/sessions" });
  expect(await ask(door, "/api/health")).toEqual({ status: 200, text: "inside /api/health" });
  expect(behind.came).toEqual(["GET /api/sessions", "GET /api/health"]);
});

test("[ST1] [S3] a request under a wrong name learns nothing of the server, also before all is ready", async () => {
  const door = await openDoor();
  const wrong = ask(door, "/api/health", { host: "evil.example" });
  await door.someoneWaits(60_000);
  door.admit(inside());
  // It came to those who refuse it.
  expect(await wrong).toEqual({ status: 200, text: "inside /api/health" });
});

test("[ST1] a socket waits too, and one who left is not let in", async () => {
  const door = await openDoor();
  const port = Number(new URL(door.url).port);
  const upgrade = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const left = connect(port, "127.0.0.1", () => left.write(upgrade.replace("/ws", "/left")));
  await door.someoneWaits(60_000);
  left.resetAndDestroy();
  const stays = connect(port, "127.0.0.1", () => stays.write(upgrade));
  const behind = inside();
  // Whoever came after has been seen: those before him have, too.
  const seen = ask(door, "/api/health");
  await seen;
  const told = once(stays, "data");
  await ask(door, "/api/health");
  door.admit(behind);
  expect(String(await told)).toBe("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  expect(behind.came).toEqual(["upgrade /ws"]);
});

test("[ST1] nobody waits: the rest is loaded after a moment all the same", async () => {
  const door = await openDoor();
  await door.someoneWaits(1);
  expect(await ask(door, "/api/health")).toEqual({ status: 200, text: '{"ok":true,"version":"1.2.3"}' });
});
