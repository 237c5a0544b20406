import { expect, test } from "vitest";
import type { SessionHandle, Transport } from "../src/index.ts";
import { connect } from "../src/index.ts";
import { CutProxy } from "./fake/cut-proxy.ts";
import { FakeServer } from "./fake/fake-server.ts";
import { between, seeded } from "./fake/random.ts";
import { Story } from "./fake/story.ts";
import { shortenDelays } from "./open-client.ts";
import { serverSnapshot, snapshotOf, untilInSync } from "./until.ts";

const CLIENTS = 50;
const CUTS = 20;
const SESSIONS = 3;
const transports: Transport[] = ["sse", "session_sse", "websocket"];

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4));
}

test(`[R5] ${CLIENTS} clients, each cut ${CUTS} times at random places: each has the conversation that the server folds`, async () => {
  const random = seeded(5);
  const server = await FakeServer.start();
  server.repeats = 3;
  const names = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`);
  const stories = names.map((name, index) => new Story(server.log, name, seeded(index)));
  for (const story of stories) story.next();

  const proxies = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) =>
      CutProxy.start(() => server.address, CUTS, seeded(100 + index)),
    ),
  );
  const clients = proxies.map((proxy, index) =>
    connect({
      url: proxy.url,
      token: "t",
      transport: transports[index % 3] as Transport,
      random: seeded(index),
      setTimer: shortenDelays,
    }),
  );
  const handles: SessionHandle[] = clients.flatMap((client, index) => [
    client.session(names[index % SESSIONS] as string),
    client.session(names[(index * 3 + 1) % SESSIONS] as string),
  ]);

  const cutsLeft = () => proxies.reduce((sum, proxy) => sum + proxy.cutsLeft, 0);
  const restarts = [700, 300];
  let isRewound = false;
  while (cutsLeft() > 0) {
    for (const story of stories) for (let count = between(random, 0, 1); count > 0; count--) story.next();
    if (cutsLeft() < (restarts[0] ?? 0)) {
      restarts.shift();
      await server.restart();
    }
    if (!isRewound && cutsLeft() < 500) {
      isRewound = true;
      server.log.rewind("session-2", between(random, 1, server.log.session("session-2").seq));
      stories[2]?.forget();
    }
    await tick();
  }
  for (const story of stories) for (let count = 0; count < 20; count++) story.next();

  await Promise.all(handles.map((handle) => untilInSync(handle, server)));
  const expected = new Map(names.map((name) => [name, serverSnapshot(server, name)]));
  for (const handle of handles) expect(snapshotOf(handle)).toEqual(expected.get(handle.sessionId));
  expect(proxies.map((proxy) => proxy.cutsLeft)).toEqual(proxies.map(() => 0));

  for (const client of clients) client.close();
  await server.stop();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});
