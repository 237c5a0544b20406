import { type PolylogEvent, parseEvent } from "@polylog/core";
import { CliError } from "../cli-error.ts";

/** Reads what `export` wrote. All of it is checked before anything is done with it; a fault is told with its line. */
export function readExport(text: string, file: string): PolylogEvent[] {
  const events: PolylogEvent[] = [];
  let line = 0;
  const fault = (reason: string) =>
    new CliError("bad_file", `${file}:${line}: ${reason} Nothing was imported.`);
  for (const written of text.split("\n")) {
    line += 1;
    if (written.trim() === "") continue;
    const parsed = parseEvent(written);
    if (!parsed.ok) {
      const where = parsed.error.path.length === 0 ? "" : `${parsed.error.path.join(".")}: `;
      throw fault(`This is no event: ${where}${parsed.error.reason.replace(/\.?$/, ".")}`);
    }
    const { event } = parsed;
    const before = events.at(-1);
    if (before !== undefined && event.sessionId !== before.sessionId) {
      throw fault("This event belongs to another session than those before it.");
    }
    if (before !== undefined && event.seq <= before.seq) {
      throw fault(`Event ${event.seq} cannot come after event ${before.seq}.`);
    }
    events.push(event);
  }
  if (events.length === 0) throw new CliError("bad_file", `${file} holds no events. Nothing was imported.`);
  return events;
}
