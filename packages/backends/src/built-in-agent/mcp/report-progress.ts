import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import type { ToolContext } from "../tools/tool.ts";
import { cleanLine } from "./clean-text.ts";
import { limits } from "./limits.ts";

export interface ProgressReporter {
  readonly report: (progress: Progress) => void;
  /** Resolves when all of it is told. */
  readonly settled: () => Promise<void>;
}

/** What a call says while it works, as output. A server does not wait for the reader, so there is only so much. */
export function reportProgress(context: ToolContext, clean: (text: string) => string): ProgressReporter {
  let room = limits.progressChars;
  let reporting: Promise<void> = Promise.resolve();
  const report = ({ message, progress, total }: Progress) => {
    if (room <= 0) return;
    const line = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
    const piece = `${cleanLine(clean(line))}\n`;
    room -= piece.length;
    const last = room <= 0 ? "[it says more than is shown]\n" : "";
    // A reader that has left hears no more; the call goes on.
    reporting = reporting.then(() => context.onOutput(piece + last, "stdout")).catch(() => undefined);
  };
  return { report, settled: () => reporting };
}
