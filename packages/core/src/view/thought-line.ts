import type { ThoughtEntry } from "../events/thinking.ts";
import { firstLine } from "../format/first-line.ts";
import { duration } from "../format/quantities.ts";

/** A collapsed thought's line: "Thought for 3.2 s", and while it streams the beginning of its last line. */
export function thoughtLine({ body, live, ts, endedTs }: ThoughtEntry): {
  readonly title: string;
  readonly hint: string | null;
} {
  if (!live) {
    const took = endedTs === null ? 0 : endedTs - ts;
    return { title: took >= 1000 ? `Thought for ${duration(took)}` : "Thought", hint: null };
  }
  const line =
    body
      .from(body.length - 240)
      .trimEnd()
      .split("\n")
      .at(-1) ?? "";
  return { title: "Thinking", hint: firstLine(line.replace(/^[#>*\-\s]+/, ""), 120) };
}
