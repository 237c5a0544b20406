import type { KnownEvent, PolylogEvent } from "@polylog/core";
import { addUsage, callRunId, definitions, modelUsage } from "@polylog/core";
import type { AskRow, AskState, RunRow } from "../store.ts";

/**
 * The effect of an event on the tables of runs and asks. It makes the same decisions as the fold, on rows that are read
 * without folding a session.
 */

export interface RunRecord extends RunRow {
  /** The position of the event that started it. */
  readonly started: number;
  /** Whether its `run_started` was seen. */
  readonly announced: boolean;
  readonly parentCallId: string | null;
  /** The run that ends it when it is stopped; null if the parent had not started before it. */
  readonly below: string | null;
}

export type AskRecord = Omit<AskRow, "line"> & {
  /** The position of the event that opened the ask. */
  readonly position: number;
};

/** The current runs and asks of one session. */
export interface Projection {
  run(runId: string): RunRecord | undefined;
  runsBelow(runId: string): readonly RunRecord[];
  ask(askId: string): AskRecord | undefined;
  pendingAsks(runId: string): readonly AskRecord[];
}

/** Rows that replace those with the same id. */
export interface Projected {
  readonly runs: readonly RunRecord[];
  readonly asks: readonly AskRecord[];
}

const noRows: Projected = { runs: [], asks: [] };

export function projectEvent(before: Projection, event: PolylogEvent, position: number): Projected {
  const definition = definitions.get(event.type);
  if (definition === undefined) return noRows;
  if (definition.scope === "session") return projectAnswer(before, event as KnownEvent);
  const speaker = event as Speaker;
  const effect = effects[event.type as EffectType] as Effect<Speaker> | undefined;
  const known = findRunOf(before, speaker);
  // Most events are text of a live run, which changes no row.
  if (known !== undefined && effect === undefined) return noRows;
  const draft = new Draft(before, position);
  const run = known ?? beginRunOf(draft, speaker);
  if (effect !== undefined && (run.outcome === null || definition.afterEnd === "apply")) {
    effect(draft, speaker, run);
  }
  return { runs: [...draft.runs.values()], asks: [...draft.asks.values()] };
}

/** The projection while one event is applied to it. */
class Draft implements Projection {
  readonly runs = new Map<string, RunRecord>();
  readonly asks = new Map<string, AskRecord>();
  readonly position: number;
  private readonly before: Projection;

  constructor(before: Projection, position: number) {
    this.before = before;
    this.position = position;
  }

  run(runId: string): RunRecord | undefined {
    return this.runs.get(runId) ?? this.before.run(runId);
  }

  runsBelow(runId: string): readonly RunRecord[] {
    const begun = [...this.runs.values()].filter((run) => run.below === runId);
    return [...this.before.runsBelow(runId).filter((run) => !this.runs.has(run.runId)), ...begun];
  }

  ask(askId: string): AskRecord | undefined {
    return this.asks.get(askId) ?? this.before.ask(askId);
  }

  pendingAsks(runId: string): readonly AskRecord[] {
    return this.before.pendingAsks(runId);
  }
}

type Speaker = Extract<KnownEvent, { readonly runId: string }> & {
  readonly parentRunId?: string | undefined;
};
type Beginning = { readonly parentRunId?: string | undefined; readonly parentCallId?: string | undefined };
type Ending = {
  readonly outcome: NonNullable<RunRow["outcome"]>;
  readonly error?: RunRow["error"] | undefined;
};

function findRunOf(runs: Projection, event: Speaker): RunRecord | undefined {
  const run = runs.run(event.runId);
  return run !== undefined && isKnownByCall(run, event) ? runs.run(runOfCall(event)) : run;
}

function beginRunOf(draft: Draft, event: Speaker): RunRecord {
  const { parentRunId, parentCallId } = event;
  if (draft.run(event.runId) === undefined)
    return begin(draft, event, event.runId, { parentRunId, parentCallId });
  return begin(draft, event, runOfCall(event), { parentRunId: event.runId, parentCallId });
}

/** Events of a subagent that its backend knows only by its call have the parent's run id. */
function isKnownByCall(run: RunRecord, event: Speaker): boolean {
  return (
    event.parentCallId !== undefined &&
    event.parentCallId !== run.parentCallId &&
    event.parentRunId === undefined
  );
}

function runOfCall({ runId, parentCallId = "" }: Speaker): string {
  return callRunId(runId, parentCallId);
}

function begin(
  draft: Draft,
  event: Speaker,
  runId: string,
  beginning: Beginning,
  agentId?: string,
): RunRecord {
  const { parentRunId = null, parentCallId = null } = beginning;
  const run: RunRecord = {
    runId,
    sessionId: event.sessionId,
    agentId: agentId ?? event.agentId,
    parentRunId,
    startedTs: event.ts,
    endedTs: null,
    outcome: null,
    error: null,
    usage: [],
    started: draft.position,
    announced: false,
    parentCallId,
    below: parentRunId !== null && draft.run(parentRunId) !== undefined ? parentRunId : null,
  };
  draft.runs.set(runId, run);
  return run;
}

/** Ends a run and its asks. A cancelled or interrupted run also ends its subagents. */
function end(draft: Draft, event: Speaker, first: RunRecord, { outcome, error }: Ending): void {
  const dying = [first];
  for (let run = dying.pop(); run !== undefined; run = dying.pop()) {
    if (run.outcome !== null) continue;
    const { runId } = run;
    draft.runs.set(runId, { ...run, outcome, error: error ?? null, endedTs: event.ts });
    for (const ask of draft.pendingAsks(runId)) draft.asks.set(ask.askId, { ...ask, state: "expired" });
    if (outcome === "cancelled" || outcome === "interrupted") dying.push(...draft.runsBelow(runId));
  }
}

function openAsk(draft: Draft, event: Speaker, run: RunRecord, kind: AskRow["kind"], askId: string): void {
  if (draft.ask(askId) !== undefined) return;
  const { sessionId, agentId, ts } = event;
  const { runId } = run;
  const { position } = draft;
  draft.asks.set(askId, {
    askId,
    sessionId,
    runId,
    agentId,
    kind,
    state: "pending",
    createdTs: ts,
    position,
  });
}

type Effect<E> = (draft: Draft, event: E, run: RunRecord) => void;
type EventNamed<T> = Extract<Speaker, { readonly type: T }>;
type EffectType = keyof typeof effects;

function effectOf<T extends Speaker["type"]>(_type: T, effect: Effect<EventNamed<T>>): Effect<EventNamed<T>> {
  return effect;
}

const effects = {
  run_started: effectOf("run_started", (draft, event, run) => {
    if (run.announced || run.outcome !== null) return;
    const named = run.runId === event.runId ? event.parentCallId : undefined;
    draft.runs.set(run.runId, { ...run, announced: true, parentCallId: run.parentCallId ?? named ?? null });
  }),
  run_ended: effectOf("run_ended", (draft, event, run) => {
    if (run.outcome !== null) return;
    const usage = event.usage === undefined ? run.usage : addUsage([], event.usage.map(modelUsage));
    end(draft, event, { ...run, usage }, event);
  }),
  subagent_spawned: effectOf("subagent_spawned", (draft, event, run) => {
    if (draft.run(event.childRunId) !== undefined) return;
    const beginning = { parentRunId: run.runId, parentCallId: event.callId };
    begin(draft, event, event.childRunId, beginning, event.childAgentId);
  }),
  subagent_result: effectOf("subagent_result", (draft, event, run) => {
    const { childRunId } = event;
    const child = draft.run(childRunId) ?? begin(draft, event, childRunId, { parentRunId: run.runId });
    end(draft, event, child, event);
  }),
  usage: effectOf("usage", (draft, event, run) => {
    draft.runs.set(run.runId, { ...run, usage: addUsage(run.usage, [modelUsage(event)]) });
  }),
  permission_request: effectOf("permission_request", (draft, event, run) =>
    openAsk(draft, event, run, "permission", event.requestId),
  ),
  ask_user: effectOf("ask_user", (draft, event, run) =>
    openAsk(draft, event, run, "question", event.questionId),
  ),
  plan_update: effectOf("plan_update", (draft, event, run) => {
    if (event.awaitsApproval === true) openAsk(draft, event, run, "plan", event.planId);
  }),
};

function projectAnswer(before: Projection, event: KnownEvent): Projected {
  switch (event.type) {
    case "permission_response":
      return settle(before, "permission", event.requestId, event.outcome);
    case "ask_user_response":
      return settle(before, "question", event.questionId, event.outcome);
    case "plan_response":
      return settle(before, "plan", event.planId, event.outcome);
    default:
      return noRows;
  }
}

function settle(
  before: Projection,
  kind: AskRow["kind"],
  askId: string,
  state: AskState = "answered",
): Projected {
  const ask = before.ask(askId);
  if (ask?.kind !== kind || ask.state !== "pending") return noRows;
  return { runs: [], asks: [{ ...ask, state }] };
}
