import { deepStrictEqual } from "node:assert/strict";
import type { EventBody } from "@polylog/core";
import type { Benchmark } from "../benchmark.ts";
import { interleave, measured, ratio } from "../measure.ts";
import { type Cost, Program } from "../program.ts";
import type { Address } from "../programs/publisher.ts";
import { Random } from "../random.ts";
import { prose } from "../workload/prose.ts";

const CLIENTS = 1_000;
const FRAMES = 40;
const ROUNDS = 5;

const names = ["polylog", "tcp", "hono", "better-sse"] as const;
type Name = (typeof names)[number];

/** Goal 6: the cost of sending one event to 1,000 clients, and of keeping one client connected. */
export const fanOut: Benchmark = {
  about: "one event to 1,000 clients over server-sent events",
  run: async () => {
    const clients = await Program.start("sse-clients.ts");
    const contestants: Contestant[] = [];
    try {
      for (const name of names) contestants.push(await Contestant.begin(name, clients));
      return await contest(contestants as [Contestant, ...Contestant[]]);
    } finally {
      await Promise.all([clients, ...contestants.map(({ server }) => server)].map((each) => each.stop()));
    }
  },
};

async function contest(contestants: readonly [Contestant, ...Contestant[]]) {
  const [own, ...peers] = contestants;
  // The log stamps the events it receives. The peers send exactly the frames that result.
  let said = 0;
  const bodies = () => deltas(said++).map((body) => JSON.stringify(body));
  const given = bodies();
  await own.tell(given);
  const frames = await own.heard();
  deepStrictEqual(
    frames.map(payloadOf),
    given.map((body) => JSON.parse(body)),
  );
  for (const peer of peers) {
    await peer.tell(frames);
    deepStrictEqual(await peer.heard(), frames);
  }
  const perDelivery = (ms: number) => (ms * 1000) / (FRAMES * CLIENTS);
  const probes = contestants.map((each) => [
    each.name,
    async () => perDelivery(await each.tell(each === own ? bodies() : frames)),
  ]);
  const samples = await interleave(ROUNDS, Object.fromEntries(probes) as Record<Name, () => Promise<number>>);
  const times = (name: Name) => measured(name, samples[name], "µs");
  const against = (name: Name, atMost: number | null) => ({
    name: `processor time of a delivery: Polylog / ${titles[name]}`,
    ratio: ratio(samples.polylog, samples[name]),
    goal: atMost === null ? null : { atMost },
    measured: [times("polylog"), times(name)],
  });
  return [
    against("tcp", 1.5),
    against("hono", 0.4),
    against("better-sse", null),
    {
      name: "memory of a client",
      ratio: own.kilobytes,
      unit: "kB" as const,
      goal: { atMost: 25 },
      measured: peers.map(({ name, kilobytes }) => measured(name, [kilobytes], "kB")),
    },
  ];
}

const titles: Readonly<Record<Name, string>> = {
  polylog: "Polylog",
  tcp: "raw TCP",
  hono: "hono streamSSE",
  "better-sse": "better-sse",
};

/** A server with its connected clients. */
class Contestant {
  readonly name: Name;
  readonly server: Program;
  /** Memory that each of its clients added. */
  readonly kilobytes: number;
  private readonly clients: Program;
  private readonly crowd: number;

  private constructor(name: Name, server: Program, clients: Program, crowd: number, kilobytes: number) {
    this.name = name;
    this.server = server;
    this.clients = clients;
    this.crowd = crowd;
    this.kilobytes = kilobytes;
  }

  static async begin(name: Name, clients: Program): Promise<Contestant> {
    const server = await Program.start(`fan-out-${name}.ts`);
    const address = await server.ask<Address>("address");
    const join = () => clients.ask<number>("join", { ...address, count: CLIENTS });
    // The first thousand clients grow the heap to the size of a busy server's. The second thousand shows the cost of a client.
    const first = await join();
    const before = await server.ask<Cost>("cost", true);
    const crowd = await join();
    const after = await server.ask<Cost>("cost", true);
    await clients.ask("leave", first);
    return new Contestant(name, server, clients, crowd, (after.rss - before.rss) / CLIENTS);
  }

  /** Publishes each frame after all clients have the previous one. Returns the server's milliseconds. */
  async tell(frames: readonly string[]): Promise<number> {
    const { server, clients, crowd: id } = this;
    await clients.ask("forget", id);
    const before = await server.ask<Cost>("cost");
    for (const [index, frame] of frames.entries()) {
      await Promise.all([server.ask("publish", frame), clients.ask("have", { id, frames: index + 1 })]);
    }
    return (await server.ask<Cost>("cost")).cpu - before.cpu;
  }

  /** The frames as a client received them. */
  heard(): Promise<string[]> {
    return this.clients.ask("data", this.crowd);
  }
}

/** Pieces of a streaming text. */
function deltas(turn: number): EventBody[] {
  const random = new Random(turn);
  const speaker = { agentId: "script", runId: "run", responseId: `response-${turn}` };
  let offset = 0;
  return Array.from({ length: FRAMES }, () => {
    const delta = prose(random, random.between(20, 60));
    const body = { type: "text_delta" as const, ...speaker, offset, delta };
    offset += delta.length;
    return body;
  });
}

/** The text without the fields that the log added. */
function payloadOf(frame: string): unknown {
  const { id: _id, sessionId: _session, seq: _seq, rev: _rev, ts: _ts, ...body } = JSON.parse(frame).data;
  return body;
}
