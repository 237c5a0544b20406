import type { EventBody } from "@polylog/core";

/**
 * Wrong events that a backend could produce. They replace events of a played scenario: its assertions must fail,
 * otherwise they would miss a real regression.
 */
export interface Mutation {
  readonly name: string;
  /** A scenario that the mutation changes on every program that plays it. */
  readonly reaches: string;
  /** The mutated events; null if the mutation does not apply. */
  readonly mutate: (events: readonly EventBody[]) => readonly EventBody[] | null;
}

type Result = Extract<EventBody, { type: "tool_result" }>;
type End = Extract<EventBody, { type: "run_ended" }>;

export const mutations: readonly Mutation[] = [
  {
    name: "a denial is reported as ok",
    reaches: "permission deny with a reason",
    mutate: (events) => {
      const denied = deniedCalls(events);
      return changing(events, (event) =>
        event.type === "tool_result" && !event.ok && denied.has(event.callId)
          ? { ...event, ok: true, error: undefined }
          : event,
      );
    },
  },
  {
    name: "an error has another code",
    reaches: "API error 429",
    mutate: (events) => changing(events, withError({ code: "mutated" })),
  },
  {
    name: "an error has another message",
    reaches: "API error 429",
    mutate: (events) => changing(events, withError({ message: "Mutated." })),
  },
  {
    name: "usage is lost",
    reaches: "usage",
    mutate: (events) => {
      const completed = completedRuns(events);
      if (!events.some((event) => event.type === "run_ended" && completed.has(event.runId) && event.usage))
        return null;
      return events
        .filter(({ type }) => type !== "usage")
        .map((event) => (event.type === "run_ended" ? { ...event, usage: undefined } : event));
    },
  },
  {
    name: "a tool's output is replaced",
    reaches: "parallel tools",
    mutate: (events) =>
      changing(events, (event) =>
        event.type === "tool_result" && hasOutput(event) ? { ...event, result: "Mutated." } : event,
      ),
  },
  {
    name: "a tool's exit code is lost",
    reaches: "shell fails",
    mutate: (events) =>
      changing(events, (event) =>
        event.type === "tool_result" && event.error?.code === "tool_error" && event.exitCode
          ? { ...event, exitCode: undefined }
          : event,
      ),
  },
  { name: "the last piece of a text is lost", reaches: "text", mutate: cutTexts },
  {
    name: "a run that did not complete is reported as completed",
    reaches: "API error 429",
    mutate: (events) =>
      changing(events, (event) =>
        event.type === "run_ended" && event.outcome !== "completed"
          ? { ...event, outcome: "completed", error: undefined }
          : event,
      ),
  },
];

function changing(
  events: readonly EventBody[],
  change: (event: EventBody) => EventBody,
): readonly EventBody[] | null {
  const changed = events.map(change);
  return changed.some((event, index) => event !== events[index]) ? changed : null;
}

/** Changes the error of a run that was not cancelled, or of a call that the run's end did not interrupt. */
function withError(wrong: { readonly code?: string; readonly message?: string }) {
  return (event: EventBody): EventBody => {
    if (!isFailedEnd(event) && !isFailedCall(event)) return event;
    const { code = "", message = "" } = event.error ?? {};
    return { ...event, error: { code, message, ...wrong } };
  };
}

function isFailedEnd(event: EventBody): event is End {
  return event.type === "run_ended" && event.outcome === "failed";
}

function isFailedCall(event: EventBody): event is Result {
  return (
    event.type === "tool_result" &&
    (event.error?.code === "tool_error" || event.error?.code === "permission_denied")
  );
}

function hasOutput({ result, error }: Result): boolean {
  return result !== undefined && result !== "" && error?.code !== "tool_interrupted";
}

function deniedCalls(events: readonly EventBody[]): ReadonlySet<string | undefined> {
  const rejected = new Map<string, readonly string[]>();
  const calls = new Map<string, string | undefined>();
  const denied = new Set<string | undefined>();
  for (const event of events) {
    if (event.type === "permission_request") {
      const options = event.options.filter(({ kind }) => kind.startsWith("reject"));
      rejected.set(
        event.requestId,
        options.map(({ optionId }) => optionId),
      );
      calls.set(event.requestId, event.callId);
    }
    if (event.type === "permission_response" && rejected.get(event.requestId)?.includes(event.optionId ?? ""))
      denied.add(calls.get(event.requestId));
  }
  return denied;
}

function completedRuns(events: readonly EventBody[]): ReadonlySet<string | undefined> {
  const ends = events.filter((event) => event.type === "run_ended" && event.outcome === "completed");
  return new Set(ends.map(({ runId }) => runId));
}

/** Only whole answers are cut, because the length of an answer that a cancel or a failure interrupted varies. */
function cutTexts(events: readonly EventBody[]): readonly EventBody[] | null {
  const completed = completedRuns(events);
  const last = new Map<string, EventBody>();
  for (const event of events) {
    if (event.type === "text_delta" && completed.has(event.runId)) last.set(blockOf(event), event);
  }
  const dropped = new Set(last.values());
  return (
    changing(events, (event) => {
      if (event.type !== "text_done" || !completed.has(event.runId) || event.text === "") return event;
      const piece = last.get(blockOf(event));
      const length = piece?.type === "text_delta" ? piece.delta.length : 1;
      return { ...event, text: event.text.slice(0, -length) };
    })?.filter((event) => !dropped.has(event)) ?? null
  );
}

function blockOf(event: Extract<EventBody, { type: "text_delta" | "text_done" }>): string {
  return JSON.stringify([event.runId, event.responseId, event.block ?? 0]);
}
