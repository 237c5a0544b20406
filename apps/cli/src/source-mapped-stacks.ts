import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Makes stack traces of the bundle refer to sources. Source maps are read only when a trace is printed. */

const maps = new Map<string, SourceMap | null>();
const place = /file:\/\/\S+?\.js:\d+:\d+/;

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${readable(String(frame))}`)].join("\n");

function readable(frame: string): string {
  return frame.replace(place, (found) => {
    const [, file = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(found) ?? [];
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !("originalSource" in entry)) return found;
    const source = fileURLToPath(new URL(entry.originalSource, file));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Null if the source map cannot be read. The trace then stays unchanged. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), "utf8")));
  } catch {
    // Printing a trace for an error must not cause another error.
  }
  maps.set(file, map);
  return map;
}
