import { z } from "zod";
import { childEnvironment } from "../../../process/environment.ts";
import { findProgram } from "../../../process/find-program.ts";
import { startProcess } from "../../../process/start-process.ts";
import { limits } from "../limits.ts";
import { type FoundLine, shortened } from "./match-lines.ts";
import type { SearchResult } from "./run-search.ts";
import type { FoundFile, GrepJob } from "./search-job.ts";

/** The same search with ripgrep, which is much faster in a large project. */

export async function findRipgrep(): Promise<string | null> {
  const found = await findProgram("rg", childEnvironment(process.env).PATH ?? "");
  return found.ok ? found.file : null;
}

/** Every value is attached to its option, so that it cannot be read as another option. */
function ripgrepArguments(job: GrepJob): string[] {
  return [
    ...["--no-config", "--json", "--hidden", "--sort=path", "--glob=!.git"],
    `--max-filesize=${limits.searchFileBytes}`,
    ...(job.ignoreCase ? ["--ignore-case"] : []),
    ...(job.multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(job.namesOnly ? [] : [`--context=${job.around}`]),
    ...(job.glob === null ? [] : [`--glob=${job.glob}`]),
    `--regexp=${job.pattern}`,
    ...["--", job.start],
  ];
}

export type RipgrepResult = SearchResult | { readonly badPattern: string };

export async function runRipgrep(program: string, job: GrepJob, signal: AbortSignal): Promise<RipgrepResult> {
  if (signal.aborted) return { files: [], end: "cancelled" };
  const started = await startProcess({ command: program, args: ripgrepArguments(job), cwd: job.root });
  if (!started.ok) return { files: [], end: "failed" };
  const { process: rg } = started;
  rg.endInput();
  const found = new RipgrepOutput(job);
  let end: SearchResult["end"] = "done";
  const stop = (why: "timed_out" | "cancelled" | "more") => {
    if (end === "done") end = why;
    void rg.stop({ graceMs: 0 });
  };
  const timer = setTimeout(() => stop("timed_out"), limits.searchMs);
  const cancel = () => stop("cancelled");
  signal.addEventListener("abort", cancel);
  try {
    for await (const { text } of rg.lines) {
      if (end !== "done") continue;
      if (!found.take(text)) stop("more");
    }
    const { code, stderrTail } = await rg.exit;
    const failed = end === "done" && code !== 0 && code !== 1 && found.files.length === 0;
    return failed ? { badPattern: stderrTail } : { files: found.files, end };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

const textOrBytes = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.base64() }).transform(({ bytes }) => Buffer.from(bytes, "base64").toString("utf8")),
]);

const lineNews = z.object({
  type: z.enum(["match", "context"]),
  data: z.object({ path: textOrBytes, lines: textOrBytes, line_number: z.int().positive() }),
});

/** Collects ripgrep's output by file. */
class RipgrepOutput {
  private readonly job: GrepJob;
  private readonly byPath = new Map<string, { lines: FoundLine[]; count: number }>();
  private matches = 0;

  constructor(job: GrepJob) {
    this.job = job;
  }

  get files(): FoundFile[] {
    return [...this.byPath]
      .filter(([, { count }]) => count > 0)
      .map(([path, { lines, count }]) => ({ path, lines, count }));
  }

  /** False when there is enough. */
  take(line: string): boolean {
    const news = readNews(line);
    if (news === null) return true;
    const { namesOnly, most } = this.job;
    const { path, lines, line_number: number } = news.data;
    const isMatch = news.type === "match";
    const full = namesOnly
      ? !this.byPath.has(path) && this.byPath.size >= most
      : isMatch && this.matches >= most;
    if (full) return false;
    const file = this.byPath.get(path) ?? { lines: [], count: 0 };
    this.byPath.set(path, file);
    for (const [index, text] of lines
      .replace(/\r?\n$/, "")
      .split("\n")
      .entries()) {
      if (!namesOnly) file.lines.push({ number: number + index, text: shortened(text), isMatch });
      if (!isMatch) continue;
      file.count++;
      this.matches++;
    }
    return true;
  }
}

function readNews(line: string): z.infer<typeof lineNews> | null {
  try {
    return lineNews.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // A truncated or unknown line is not a match.
    return null;
  }
}
