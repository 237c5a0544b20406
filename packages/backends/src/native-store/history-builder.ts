import type { EventBody, NativeEvent, NativeHistory } from "@polylog/core";
import { limits } from "./limits.ts";

/** Builds a history. Each event has the time of its source. */
export class HistoryBuilder {
  private readonly events: NativeEvent[] = [];
  private ts: number | null = null;

  get length(): number {
    return this.events.length;
  }

  /** Sets the time of the next events. An unknown time keeps the previous one. */
  at(time: unknown): void {
    const ts = typeof time === "string" ? Date.parse(time) : typeof time === "number" ? time : Number.NaN;
    if (Number.isSafeInteger(ts) && ts >= 0) this.ts = ts;
  }

  /** Adds a translator's events, except those that were only valid then or were not understood. */
  add(...bodies: readonly EventBody[]): void {
    for (const body of bodies) {
      if (body.type !== "backend_raw" && body.type !== "agent_status")
        this.events.push({ ts: this.ts, body });
    }
  }

  /** The complete history. Unreadable lines are reported, and a session without any message is an error. */
  finish(broken: number, agentId: string): NativeHistory {
    if (!this.events.some(({ body }) => body.type === "user_message")) {
      const why = broken === 0 ? "" : ` ${broken} lines could not be read.`;
      return { ok: false, code: "unreadable", message: `This session has no messages.${why}` };
    }
    if (broken > 0) {
      const text = `${broken} lines of this session's file could not be read. Their content is missing here.`;
      this.add({ type: "notice", level: "warning", text, code: "history_damaged", agentId });
    }
    return { ok: true, events: this.events };
  }
}

/** The first line of a message, as a title. */
export function titleOf(said: string): string {
  return (said.trim().split("\n")[0] ?? "").slice(0, limits.titleChars);
}
