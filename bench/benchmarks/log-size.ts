import { compactLog, emptyConversation, foldAll, toSnapshot } from "@polylog/core";
import type { Benchmark, Measured } from "../benchmark.ts";
import { codingSession } from "../workload/coding-session.ts";
import { received, toLines } from "../workload/lines.ts";

/** Goal 4: a compacted log is hardly larger than its transcript. */
export const logSize: Benchmark = {
  about: "stored bytes of a session of 10,000 events",
  run: async () => {
    const events = received(codingSession(10_000, 1));
    const { main, lanes } = toSnapshot(foldAll(emptyConversation, events));
    const transcript = Buffer.byteLength(JSON.stringify([main, ...lanes].map((lane) => lane.entries)));
    const raw = bytesOf(toLines(events));
    const compacted = bytesOf(toLines(compactLog(events)));
    const own = size("compacted log", compacted);
    return [
      {
        name: "compacted log / transcript",
        ratio: compacted / transcript,
        goal: { atMost: 1.5 },
        measured: [own, size("transcript", transcript)],
      },
      {
        name: "raw log / compacted log",
        ratio: raw / compacted,
        goal: null,
        measured: [size("raw log", raw), own],
      },
    ];
  },
};

/** Each line with its line feed. */
function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

function size(name: string, bytes: number): Measured {
  return { name, median: bytes / 1000, min: bytes / 1000, unit: "kB" };
}
