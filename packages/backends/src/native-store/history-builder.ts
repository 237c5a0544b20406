import type { EventBody, NativeEvent, NativeHistory } from "@polylog/core";
import { limits } from "./limits.ts";

/** A history as it grows: each event with the time of what it was made from. */
export class HistoryBuilder {
  private readonly events: NativeEvent[] = [];
  private ts: number | null = null;

  get length(): number {
    return this.events.length;
  }

  /** What comes next is of this time; of the last one where it is not known. */
  at(time: unknown): void {
    const ts = typeof time === "string" ? Date.parse(time) : typeof time === "number" ? time : Number.NaN;
    if (Number.isSafeInteger(ts) && ts >= 0) this.ts = ts;
  }

  /** Takes what a translator tells, but for what was true only then, or was not understood. */
  add(...bodies: readonly EventBody[]): void {
    for (const body of bodies) {
      if (body.type !== "backend_raw" && body.type !== "agent_status")
        this.events.push({ ts: this.ts, body });
    }
  }

  /** The whole of it. Lines that nobody could read are told of; without a word that a person said there is none. */
  finish(broken: number, agentId: string): NativeHistory {
    if (!this.events.some(({ body }) => body.type === "user_message")) {
      const why = broken === 0 ? "" : ` ${broken} of its lines could not be read.`;
      return { ok: false, code: "unreadable", message: `Nothing was said in this session.${why}` };
    }
    if (broken > 0) {
      const text = `${broken} lines of this session's file could not be read; what they held is missing here.`;
      this.add({ type: "notice", level: "warning", text, code: "history_damaged", agentId });
    }
    return { ok: true, events: this.events };
  }
}

/** The first line of what was said, as a title. */
export function titleOf(said: string): string {
  return (said.trim().split("\n")[0] ?? "").slice(0, limits.titleChars);
}
