import path from "node:path";
import { crc32 } from "node:zlib";
import { backends } from "@polylog/backends";
import { type Backend, serializeEvent } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { Auth } from "../../../src/http/auth/auth.ts";
import { createLogger } from "../../../src/http/logger.ts";
import { startHttp } from "../../../src/http/server.ts";
import type { Hub } from "../../../src/hub/hub.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { temporaryFolder } from "../support/home.ts";
import { atMost, figure, numbers } from "../support/numbers.ts";
import { openPieces } from "../support/pieces.ts";

const SUBSCRIBERS = 100;
const SOCKETS = 10;
const EVENTS = figure(10_000, 200_000);
const BATCH = 50;
const TOKEN = "reliability-token-0123456789";

/** The hash of lines in their order. */
function hashOf(lines: readonly string[]): number {
  return lines.reduce((hash, line) => crc32(line, hash), 0);
}

/** Listens inside the server; sometimes it accepts no more events. */
function subscribe(hub: Hub, sessionId: string, after: number, random: (below: number) => number) {
  let count = 0;
  let hash = 0;
  let seen = Promise.withResolvers<void>();
  const listening = hub.listen(
    { kind: "session", sessionId, rev: 1, after },
    {
      deliver: ({ line }) => {
        count++;
        hash = crc32(line, hash);
        seen.resolve();
        if (random(2000) > 0) return true;
        setImmediate(() => listening.ready());
        return false;
      },
      caughtUp: () => undefined,
      changed: () => undefined,
      lost: (reason) => seen.reject(new Error(reason)),
    },
  );
  onTestFinished(() => listening.stop());
  const whenCount = async (all: number) => {
    while (count < all) {
      seen = Promise.withResolvers();
      await seen.promise;
    }
    return hash;
  };
  return { whenCount };
}

test(`[R9] ${SUBSCRIBERS} subscribers × ${EVENTS} events: all get everything, in the same order`, {
  timeout: atMost(600_000),
}, async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(path.join(folder, "polylog.db"));
  onTestFinished(() => store.close());
  const { hub, log, services } = await openPieces({ folder, store, backend: backends.script as Backend });
  const auth = await Auth.open({ store, tokenFile: path.join(folder, "token"), token: TOKEN });
  const logger = createLogger("silent");
  const http = await startHttp({ services, hub, store, auth, host: "127.0.0.1", port: 0, logger });
  onTestFinished(() => http.close());
  const client = new Client(http.url, TOKEN, temporaryFolder());
  const sessionId = await client.createSession();
  const session = await log.session(sessionId);

  const random = numbers(9);
  const inside = [];
  const outside: Follower[] = [];
  const written: string[] = [];
  for (let batch = 0; batch < EVENTS / BATCH; batch++) {
    const bodies = Array.from({ length: BATCH }, (_, at) => ({
      type: "notice" as const,
      text: `${batch}-${at}`,
    }));
    const events = await log.append(session, { bodies, refusable: true });
    written.push(...events.map(serializeEvent));
    // They join at different times.
    if (inside.length < SUBSCRIBERS - SOCKETS) inside.push(subscribe(hub, sessionId, 0, random));
    if (batch % 9 === 0 && outside.length < SOCKETS) outside.push(await Follower.open(client, sessionId));
  }
  const whole = hashOf(written);
  const hashes = await Promise.all(inside.map(({ whenCount }) => whenCount(written.length)));
  for (const follower of outside) {
    await follower.when(({ events }) => events.length >= written.length);
    hashes.push(hashOf(follower.events.map(serializeEvent)));
  }
  expect(hashes).toEqual(Array.from({ length: SUBSCRIBERS }, () => whole));
});
