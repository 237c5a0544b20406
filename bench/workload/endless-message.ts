import type { KnownEvent } from "@polylog/core";
import { responseId } from "./ids.ts";
import { LogWriter } from "./log-writer.ts";
import { pieces, prose } from "./prose.ts";

/** One answer that does not end: a log of `length` events, all but the first two of them text deltas. */
export function endlessMessage(length: number, seed: number): KnownEvent[] {
  const log = new LogWriter(seed);
  const { random, events } = log;
  log.say({ type: "user_message", text: prose(random, 80) });
  log.beginRun();
  log.work({ type: "run_started", trigger: "message" });
  const id = responseId(random);
  for (let written = 0; events.length < length; ) {
    const text = `${prose(random, 2_000)}\n\n`;
    for (const [offset, delta] of pieces(random, text, 8, 40)) {
      if (events.length === length) break;
      log.work({ type: "text_delta", responseId: id, offset: written + offset, delta });
    }
    written += text.length;
  }
  return events;
}
