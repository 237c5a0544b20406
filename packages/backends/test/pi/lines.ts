import type { EventBody } from "@polylog/core";
import type { PiState } from "../../src/pi/translate/state.ts";
import { translate } from "../../src/pi/translate/translate.ts";
import type { Line } from "../../src/process/split-lines.ts";

export function lineOf(value: unknown): Line {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

/** Translates lines in order. Returns the final state and all events. */
export function play(state: PiState, ...values: readonly unknown[]): { state: PiState; events: EventBody[] } {
  const events: EventBody[] = [];
  let current = state;
  for (const value of values) {
    const told = translate(current, lineOf(value));
    current = told.state;
    events.push(...told.events);
  }
  return { state: current, events };
}
