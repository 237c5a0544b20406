import { deepStrictEqual } from "node:assert/strict";
import path from "node:path";
import type { Benchmark, Finding } from "../benchmark.ts";
import { measured, ratio, type Samples } from "../measure.ts";
import { Program } from "../program.ts";
import { Window } from "../window.ts";
import { answerText, TOKEN_CHARS, TOKEN_MS, talk, wordsOf } from "../workload/talk.ts";

const ROUNDS = 3;
const GIVE_UP_MS = 60_000;
const LOOK_MS = 200;
const repository = path.resolve(import.meta.dirname, "../..");
const tokens = answerText.match(new RegExp(`[^]{1,${TOKEN_CHARS}}`, "g")) ?? [];

/** Goal 9: an answer that streams into a terminal after many messages, in a pseudo-terminal of 120 × 40. */
export const terminal: Benchmark = {
  about: "an answer that streams into a terminal",
  run: async () => {
    const server = await Program.start("terminal-server.ts");
    try {
      const home = await server.ask<string>("home");
      const contestants: Record<Name, () => Promise<Sample>> = {
        polylog100: () => polylog(server, home, 100),
        polylog1000: () => polylog(server, home, 1000),
        pi100: () => peer("terminal-pi.ts", 100),
        pi1000: () => peer("terminal-pi.ts", 1000),
        ink100: () => peer("terminal-ink.ts", 100, true),
      };
      return findings(await contest(contestants));
    } finally {
      await server.stop();
    }
  },
};

type Name = "polylog100" | "polylog1000" | "pi100" | "pi1000" | "ink100";

/** For one answer: processor time of a token in microseconds, and kilobytes written. */
interface Sample {
  readonly cpu: number;
  readonly written: number;
}

async function contest(
  contestants: Readonly<Record<Name, () => Promise<Sample>>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contestants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < names.length; index++) {
      const name = names[(round + index) % names.length] as Name;
      samples[name].push(await contestants[name]());
    }
  }
  return samples;
}

/** The shipped program on a real server: its cost includes the network and the fold. */
async function polylog(server: Program, home: string, messages: number): Promise<Sample> {
  const sessionId = await server.ask<string>("session", messages);
  const cli = path.join(repository, "apps/cli/src/main.ts");
  const args = [cli, "tui", "--home", home, "--session", sessionId];
  return measure({ args, messages, speak: () => server.ask("speak", sessionId) });
}

/** A peer receives the tokens directly, at the same pace. */
function peer(program: string, messages: number, leavesCopies = false): Promise<Sample> {
  const file = path.join(repository, "bench/programs", program);
  const speak = async (window: Window) => {
    for (const token of tokens) {
      window.feed({ token });
      await new Promise((resolve) => setTimeout(resolve, TOKEN_MS));
    }
    window.feed({ token: null });
  };
  return measure({ args: [file, String(messages)], messages, speak, leavesCopies });
}

interface Course {
  readonly args: readonly string[];
  readonly messages: number;
  readonly speak: (window: Window) => Promise<unknown>;
  /**
   * Ink leaves extra copies of text that has grown beyond the window. With other programs each answer must appear
   * once.
   */
  readonly leavesCopies?: boolean;
}

/** The second answer counts, because code is compiled during the first. Both must be visible at the end. */
async function measure({ args, messages, speak, leavesCopies = false }: Course): Promise<Sample> {
  const window = await Window.open(args, repository);
  try {
    await waitForText(window, talk(messages).at(-1)?.text ?? "", 1);
    await speak(window);
    await waitForText(window, answerText, 1);
    const [cpu, bytes] = [await window.cost(), window.bytes];
    await speak(window);
    const count = await waitForText(window, answerText, 2);
    if (!leavesCopies) deepStrictEqual(count, 2, "Each answer appears once.");
    return {
      cpu: (((await window.cost()) - cpu) * 1000) / tokens.length,
      written: (window.bytes - bytes) / 1000,
    };
  } finally {
    await window.close();
  }
}

/**
 * Resolves with the number of copies of a text once the program is quiet and that number is reached. Screens differ
 * in everything else they show, so this searches for the words in their order.
 */
async function waitForText(window: Window, text: string, times: number): Promise<number> {
  const wanted = wordsOf(text).join(" ");
  for (const end = performance.now() + GIVE_UP_MS; ; ) {
    await window.quiet();
    const lines = await window.lines();
    const count = wordsOf(lines.join("\n")).join(" ").split(wanted).length - 1;
    if (count >= times) return count;
    if (performance.now() > end) throw new Error(`The text never appeared:\n${lines.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function findings(samples: Readonly<Record<Name, readonly Sample[]>>): Finding[] {
  const kilobytes = Buffer.byteLength(answerText) / 1000;
  const cpu = (name: Name) => samples[name].map((sample) => sample.cpu);
  const written = (name: Name) => samples[name].map((sample) => sample.written);
  const bytes = (name: Name, title: string, atMost: number | null): Finding => ({
    name: `bytes written / bytes of text: ${title}`,
    ratio: ratio(
      written(name),
      written(name).map(() => kilobytes),
    ),
    goal: atMost === null ? null : { atMost },
    measured: [measured("written", written(name), "kB"), measured("text", [kilobytes], "kB")],
  });
  const compared = (title: string, [a, one]: Named, [b, other]: Named, atMost: number | null): Finding => ({
    name: `processor time of a token: ${title}`,
    ratio: ratio(one, other),
    goal: atMost === null ? null : { atMost },
    measured: [measured(a, one, "µs"), measured(b, other, "µs")],
  });
  const own: Named = ["Polylog", cpu("polylog100")];
  return [
    bytes("polylog100", "Polylog after 100 messages", 8),
    bytes("polylog1000", "Polylog after 1,000 messages", 8),
    bytes("pi100", "pi-tui after 100 messages", null),
    bytes("ink100", "Ink, all dynamic, after 100 messages", null),
    compared("Polylog / pi-tui, after 100 messages", own, ["pi-tui", cpu("pi100")], 0.6),
    compared(
      "Polylog / pi-tui, after 1,000 messages",
      ["Polylog", cpu("polylog1000")],
      ["pi-tui", cpu("pi1000")],
      0.6,
    ),
    compared("Polylog / Ink, all dynamic, after 100 messages", own, ["Ink", cpu("ink100")], null),
    compared(
      "Polylog, after 1,000 / after 100 messages",
      ["1,000", cpu("polylog1000")],
      ["100", own[1]],
      1.2,
    ),
  ];
}

type Named = readonly [string, Samples];
