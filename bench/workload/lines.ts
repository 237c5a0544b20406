import { type KnownEvent, type PolylogEvent, parseEvent, serializeEvent } from "@polylog/core";

/** The log as it is stored. */
export function toLines(events: readonly PolylogEvent[]): string[] {
  return events.map(serializeEvent);
}

export function readLine(line: string): PolylogEvent {
  const result = parseEvent(line);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.reason}\n${line}`);
  return result.event;
}

/** Events as a screen receives them: parsed from a line, not as the generator created them. */
export function received(events: readonly KnownEvent[]): PolylogEvent[] {
  return toLines(events).map(readLine);
}

/**
 * The minimum work of any reader of these lines. It keeps nothing. The sum prevents the engine from optimizing it
 * away.
 */
export function parseJson(lines: readonly string[]): number {
  let sum = 0;
  for (const line of lines) sum += JSON.parse(line).seq;
  return sum;
}
