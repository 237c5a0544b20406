import type { EventBody } from "@polylog/core";

/**
 * Normalizes events for comparison: removes the run's own ids, replaces generated ids with numbered names, joins the
 * deltas of a text, and removes usage unless the test needs it.
 */
export function plain(events: readonly EventBody[], { usage = false } = {}): object[] {
  const names = new Names();
  const shown = joined(events).filter(
    (event) => usage || (event.type !== "usage" && event.type !== "context_usage"),
  );
  return shown.map((event) => {
    const { agentId: _, runId, ...rest } = event as EventBody & { runId?: string };
    const named = JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
      names.replace(key, value),
    ) as object;
    const ended = event.type === "run_ended" && !usage ? without(named, "usage") : named;
    return runId === undefined || runId.startsWith("run")
      ? ended
      : { run: names.of("runId", runId), ...ended };
  });
}

/** The same without events that only affect screens. */
export function deeds(events: readonly EventBody[]): object[] {
  return plain(events.filter(({ type }) => !passing.has(type)));
}

const passing: ReadonlySet<string> = new Set([
  "agent_status",
  "text_delta",
  "thinking_delta",
  "thinking_start",
  "tool_input_delta",
  "session_meta",
]);

function joined(events: readonly EventBody[]): EventBody[] {
  const result: EventBody[] = [];
  for (const event of events) {
    const last = result.at(-1) as { type: string; offset?: number; delta?: string } | undefined;
    if ("delta" in event && last !== undefined && last.type === event.type && isNext(last, event)) {
      result[result.length - 1] = { ...last, delta: `${last.delta}${event.delta}` } as EventBody;
    } else result.push(event);
  }
  return result;
}

function isNext(last: object, event: EventBody): boolean {
  const { offset: from, delta: piece, ...same } = last as { offset: number; delta: string };
  const { offset, delta: _, ...rest } = event as unknown as { offset: number; delta: string };
  return offset === from + piece.length && JSON.stringify(same) === JSON.stringify(rest);
}

const kinds: Readonly<Record<string, string>> = {
  responseId: "response",
  callId: "call",
  parentCallId: "call",
  requestId: "ask",
  questionId: "ask",
  planId: "ask",
  childRunId: "child",
  runId: "child",
};

class Names {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  replace(key: string, value: unknown): unknown {
    return key in kinds && typeof value === "string" ? this.of(key, value) : value;
  }

  of(key: string, id: string): string {
    const kind = kinds[key] as string;
    let name = this.names.get(`${kind} ${id}`);
    if (name === undefined) {
      const count = (this.counts.get(kind) ?? 0) + 1;
      this.counts.set(kind, count);
      name = `${kind}${count}`;
      this.names.set(`${kind} ${id}`, name);
    }
    return name;
  }
}

function without(value: object, key: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
