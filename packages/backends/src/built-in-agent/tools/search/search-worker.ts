import { lstatSync, statSync } from "node:fs";
import path from "node:path";
import { parentPort } from "node:worker_threads";
import { limits } from "../limits.ts";
import { globMatcher } from "./glob-matcher.ts";
import { matchLines } from "./match-lines.ts";
import type { FoundFile, GlobJob, GrepJob, SearchJob, SearchUpdate } from "./search-job.ts";
import { searchPattern } from "./search-pattern.ts";
import { filesIn, readBounded } from "./walk-files.ts";

/** Runs searches in a separate thread, because a pattern may never finish and only a thread can be terminated. */

function post(news: SearchUpdate): void {
  parentPort?.postMessage(news);
}

function run(job: SearchJob): void {
  const more = job.kind === "grep" ? grep(job) : glob(job);
  post({ kind: "done", more });
}

function grep(job: GrepJob): boolean {
  const pattern = searchPattern(job.pattern, job.ignoreCase, job.multiline);
  if (pattern === null) return false;
  const wanted = fileFilter(job.glob, job.start);
  let [looked, left] = [0, job.most];
  for (const file of filesOf(job)) {
    if (!wanted(file)) continue;
    if (looked++ >= limits.searchFiles || left <= 0) return true;
    const bytes = readBounded(job.root, file, limits.searchFileBytes);
    if (bytes === null || bytes.subarray(0, 8192).includes(0)) continue;
    const search = { pattern, multiline: job.multiline, around: job.namesOnly ? 0 : job.around };
    const lines = matchLines(bytes.toString("utf8"), search, job.namesOnly ? limits.searchMatches : left);
    const count = lines.filter(({ isMatch }) => isMatch).length;
    if (count === 0) continue;
    left -= job.namesOnly ? 1 : count;
    post({ kind: "found", files: [{ path: file, lines: job.namesOnly ? [] : lines, count }] });
  }
  return false;
}

function glob(job: GlobJob): boolean {
  const wanted = fileFilter(job.pattern, job.start);
  const found: { file: FoundFile; changed: number }[] = [];
  let looked = 0;
  for (const file of filesOf(job)) {
    if (looked++ >= limits.searchFiles) break;
    if (wanted(file))
      found.push({
        file: { path: file, lines: [], count: 0 },
        changed: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
      });
  }
  found.sort((a, b) => b.changed - a.changed);
  post({ kind: "found", files: found.slice(0, job.most).map(({ file }) => file) });
  return looked > limits.searchFiles || found.length > job.most;
}

function filesOf({ root, start }: SearchJob): Iterable<string> {
  return lstatSync(start).isDirectory() ? filesIn(root, start) : [start];
}

function fileFilter(glob: string | null, start: string): (file: string) => boolean {
  if (glob === null) return () => true;
  const takesOut = glob.startsWith("!");
  const matches = globMatcher(takesOut ? glob.slice(1) : glob);
  return (file) => matches(path.relative(start, file) || path.basename(file)) !== takesOut;
}

parentPort?.on("message", run);
