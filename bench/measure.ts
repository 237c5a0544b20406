import type { Measured } from "./benchmark.ts";

/** Measures one thing once. */
export type Probe = () => number | Promise<number>;

/** A contestant's measurements, round by round. */
export type Samples = readonly number[];

/**
 * Milliseconds of processor time that this process has used, including the threads of its garbage collector and
 * compiler. Unlike wall-clock time, it does not advance while another process has the core.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Takes one sample of every contestant in each round, so that other load on the machine affects all of them equally.
 * Samples are short and rounds many, so that a slow period spoils few of them.
 */
export async function interleave<N extends string>(
  rounds: number,
  probes: Readonly<Record<N, Probe>>,
): Promise<Record<N, Samples>> {
  const names = Object.keys(probes) as N[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < names.length; index++) {
      // Each round starts with a different contestant, so that none always pays for its neighbor's garbage.
      const name = names[(round + index) % names.length] as N;
      samples[name].push(await probes[name]());
    }
  }
  return samples;
}

/** Repeats something for at least `atLeastMs`. Returns the milliseconds of one repetition. */
export function timed(run: () => unknown, atLeastMs = 25): Probe {
  return async () => {
    const start = processorTime();
    let spent = 0;
    let times = 0;
    while (times === 0 || spent < atLeastMs) {
      const result = run();
      if (result instanceof Promise) await result;
      times++;
      spent = processorTime() - start;
    }
    return spent / times;
  };
}

/** Lets the engine compile the measured code, for the same time with every contestant. */
export async function warmUp(...runs: readonly (() => unknown)[]): Promise<void> {
  for (const run of runs) await timed(run, 500)();
}

export function median(samples: Samples): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The sample below which the given share of them lies. */
export function quantile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}

/** The median of the ratios of each round, so that a slow period that lasts a whole round cancels out. */
export function ratio(a: Samples, b: Samples): number {
  return median(a.map((sample, round) => sample / (b[round] as number)));
}

export function measured(name: string, samples: Samples, unit: Measured["unit"]): Measured {
  return { name, median: median(samples), min: Math.min(...samples), unit };
}
