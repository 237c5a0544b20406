import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, median, ratio } from "../measure.ts";
import { type Cost, Program } from "../program.ts";

const backends = ["claude", "codex", "pi"] as const;
type Name = (typeof backends)[number];

const PIECE = 20;
const ROUNDS = 9;
/** As fast as possible, so that as many pieces as possible are joined, and at the speed of a fast model. */
const JOINED = { chars: 80_000, perMs: 0 };
const PACED = { chars: 10_000, perMs: 0.25 };
const SHORT = { chars: 75_000, perMs: 0 };
const LONG = { chars: 300_000, perMs: 0 };
const IDLE = 50;

/** The cost of a program's output on its way to the log. The programs are simulated; only the server is measured. */
export const backendOverhead: Benchmark = {
  about: "from a program's output to the committed event",
  run: async () => [...(await deltas()), ...(await resting())],
};

interface Speech {
  readonly chars: number;
  readonly perMs: number;
}

async function deltas(): Promise<Finding[]> {
  const server = await Program.start("backend-overhead-polylog.ts");
  try {
    const perPiece =
      (agentId: Name, { chars, perMs }: Speech) =>
      async () => {
        const ms = await server.ask<number>("speak", { agentId, text: `${chars} ${PIECE} ${perMs}` });
        return (ms * 1000) / (chars / PIECE);
      };
    for (const name of backends) for (let round = 0; round < 5; round++) await perPiece(name, JOINED)();
    const findings: Finding[] = [];
    for (const [words, speech] of [
      ["as fast as it can", JOINED],
      ["250 a second", PACED],
    ] as const) {
      const rounds = speech === PACED ? 3 : ROUNDS;
      const samples = await interleave(rounds, {
        claude: perPiece("claude", speech),
        codex: perPiece("codex", speech),
        pi: perPiece("pi", speech),
      });
      for (const name of backends) {
        findings.push({
          name: `${name}: a delta, ${words}`,
          ratio: median(samples[name]),
          unit: "µs",
          // The cost of a slow stream depends on commits, not on pieces: 30 commits a second, of any number of pieces.
          goal: speech === JOINED ? { atMost: 60 } : null,
          measured: [measured(name, samples[name], "µs")],
        });
      }
    }
    for (const name of backends) {
      const growth = await interleave(5, { long: perPiece(name, LONG), short: perPiece(name, SHORT) });
      findings.push({
        name: `${name}: a delta of 300 kB / of 75 kB in one answer`,
        ratio: ratio(growth.long, growth.short),
        goal: { atMost: 1.5 },
        measured: [measured("300 kB", growth.long, "µs"), measured("75 kB", growth.short, "µs")],
      });
    }
    return findings;
  } finally {
    await server.stop();
  }
}

/** Sessions whose programs have stopped because they were idle. */
async function resting(): Promise<Finding[]> {
  const server = await Program.start("backend-overhead-polylog.ts", "0.005");
  const begin = (count: number) =>
    Array.from({ length: count }, (_, index) => backends[index % backends.length] as Name);
  const settle = async () => {
    while ((await server.ask<number>("programs")) > 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    return (await server.ask<Cost>("cost", true)).rss;
  };
  const speak = async (count: number) => {
    for (const agentId of begin(count))
      await server.ask("speak", { agentId, text: `2000 ${PIECE} 0`, fresh: true });
  };
  try {
    // The first answers include loading and compiling.
    await speak(12);
    const before = await settle();
    await speak(IDLE);
    const each = Math.max(0, ((await settle()) - before) / IDLE);
    return [
      {
        name: `memory of an idle session, one of ${IDLE} without a process`,
        ratio: each,
        unit: "kB",
        goal: { atMost: 1000 },
        measured: [],
      },
    ];
  } finally {
    await server.stop();
  }
}
