import { afterEach, beforeEach } from "vitest";
import type { Client, ConnectOptions } from "../src/index.ts";
import { connect } from "../src/index.ts";
import { limits } from "../src/limits.ts";
import { FakeServer } from "./fake/fake-server.ts";
import { seeded } from "./fake/random.ts";
import { Story } from "./fake/story.ts";

/** Retries after milliseconds instead of seconds; pings and timeouts keep their usual times. */
export function shortenDelays(run: () => void, ms: number): () => void {
  const keeps = ms === limits.pingMs || ms === limits.silenceMs || ms === limits.requestMs;
  const timer = setTimeout(run, keeps ? ms : ms / 500);
  return () => clearTimeout(timer);
}

/** A server for each test, and clients that are closed after it. */
export class Bench {
  server = new FakeServer();
  private clients: Client[] = [];

  constructor() {
    beforeEach(async () => {
      this.server = await FakeServer.start();
    });
    afterEach(async () => {
      for (const client of this.clients) client.close();
      this.clients = [];
      await this.server.stop();
    });
  }

  open(options: Partial<ConnectOptions> = {}): Client {
    const client = connect({ url: this.server.url, token: "t", setTimer: shortenDelays, ...options });
    this.clients.push(client);
    return client;
  }

  /** Writes into a session until it has this many events. */
  play(sessionId: string, events: number, seed = 1): Story {
    const story = new Story(this.server.log, sessionId, seeded(seed));
    while (this.server.log.session(sessionId).seq < events) story.next();
    return story;
  }
}
