import { deepStrictEqual } from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Benchmark, Finding } from "../benchmark.ts";
import { measured, quantile } from "../measure.ts";
import { Program } from "../program.ts";
import type { Address } from "../programs/publisher.ts";
import { STAMPS } from "../programs/stamping-agent.ts";

const ROUNDS = 6;

/** Goal 7: the time from the moment an agent's program writes a line until a client has its frame. */
export const latency: Benchmark = {
  about: "an agent's line to a client's frame",
  run: async () => {
    const contestants: Contestant[] = [];
    try {
      for (const name of ["polylog", "tcp"]) contestants.push(await Contestant.begin(name));
      for (const each of contestants) await each.hear("warm up");
      for (let round = 0; round < ROUNDS; round++) {
        const order = round % 2 === 0 ? contestants : contestants.toReversed();
        for (const each of order) each.delays.push(...(await each.listen()));
      }
      const [own, limit] = contestants as [Contestant, Contestant];
      deepStrictEqual(own.delays.length, limit.delays.length);
      return [at(own, limit, 0.5), at(own, limit, 0.99)];
    } finally {
      await Promise.all(contestants.map(({ server }) => server.stop()));
    }
  },
};

/** Over all rounds, because the 99th percentile of one round would be less than one frame. */
function at(own: Contestant, limit: Contestant, share: number): Finding {
  const [ours, theirs] = [quantile(own.delays, share), quantile(limit.delays, share)];
  return {
    name: `p${share * 100}: Polylog / raw TCP and one commit`,
    ratio: ours / theirs,
    goal: { atMost: 1.5 },
    measured: [measured("Polylog", [ours], "ms"), measured("raw TCP and one commit", [theirs], "ms")],
  };
}

class Contestant {
  readonly server: Program;
  readonly delays: number[] = [];
  private readonly socket: Socket;

  private constructor(server: Program, socket: Socket) {
    this.server = server;
    this.socket = socket;
  }

  static async begin(name: string): Promise<Contestant> {
    const server = await Program.start(`latency-${name}.ts`);
    const { port, hello } = await server.ask<Address>("address");
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    socket.setEncoding("latin1").write(hello);
    return new Contestant(server, socket);
  }

  /** One run of the agent: the milliseconds of each of its lines. */
  async listen(): Promise<number[]> {
    const delays = await this.hear("go");
    deepStrictEqual(delays.length, STAMPS);
    return delays;
  }

  async hear(prompt: string): Promise<number[]> {
    const delays: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const take = (text: string) => {
      const now = process.hrtime.bigint();
      // On a busy machine two lines can be so close that they are written as one.
      for (const [, stamps = ""] of text.matchAll(/"delta":"((?:\d{20})+)"/g)) {
        for (const stamp of stamps.match(/\d{20}/g) ?? []) delays.push(Number(now - BigInt(stamp)) / 1e6);
      }
      if (text.includes('"type":"run_ended"')) resolve();
    };
    this.socket.on("data", take);
    await this.server.ask("speak", prompt);
    await promise;
    this.socket.off("data", take);
    return delays;
  }
}
