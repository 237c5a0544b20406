import type { Benchmark, Finding } from "../benchmark.ts";
import { measured } from "../measure.ts";
import { type Cost, Program } from "../program.ts";

const backends = ["acp", "claude", "codex", "pi", "built-in"] as const;

const TOTAL = 50_000_000;
/** More than a server survives that copies its text for every piece. */
const ANSWER = 5_000_000;
/** The limit for one answer of the built-in agent: each piece arrives in 40 times its own bytes. */
const BUILT_IN_ANSWER = 1_000_000;
const WARM_UP = "500000 4 0";

/** Whether a server's memory stays flat while fast agents stream very long text in very small pieces. */
export const longStream: Benchmark = {
  about: "50 MB of text in pieces of 4 bytes",
  run: async () => {
    const model = await Program.start("speaking-model.ts");
    const findings: Finding[] = [];
    try {
      const url = await model.ask<string>("url");
      for (const name of backends) findings.push(...(await streamed(name, url)));
    } finally {
      await model.stop();
    }
    return findings;
  },
};

async function streamed(agentId: (typeof backends)[number], url: string): Promise<Finding[]> {
  const server = await Program.start("backend-overhead-polylog.ts", "0.005", url);
  try {
    const speak = (text: string) => server.ask<number>("speak", { agentId, text, fresh: true });
    const chars = agentId === "built-in" ? BUILT_IN_ANSWER : ANSWER;
    await speak(WARM_UP);
    const before = (await server.ask<Cost>("cost", true)).rss;
    const peaks: number[] = [];
    const times: number[] = [];
    for (let said = 0; said < TOTAL; said += chars) {
      await server.ask("peak");
      times.push(await speak(`${chars} 4 0`));
      peaks.push(await server.ask<number>("peak"));
    }
    const [first = 0, ...rest] = peaks;
    return [
      {
        name: `${agentId}: peak memory above idle while 50 MB arrive in pieces of 4 bytes`,
        ratio: Math.max(...peaks) - before,
        unit: "kB",
        goal: { atMost: 400_000 },
        measured: [measured(`${chars / 1e6} MB`, times, "ms")],
      },
      {
        name: `${agentId}: peak memory of later answers / of the first`,
        ratio: Math.max(...rest) / first,
        goal: { atMost: 1.5 },
        measured: [],
      },
    ];
  } finally {
    await server.stop();
  }
}
