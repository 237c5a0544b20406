import { defined, definitions, type EventBody, type Outcome } from "@polylog/core";
import { misplacedEvent } from "./native-line.ts";

/**
 * Tracks an agent's open runs with their open calls and asks. All of an agent's events pass through here, so that each run
 * ends exactly once, together with all runs below it, and nothing of it follows.
 */

interface OpenRun {
  readonly runId: string;
  readonly agentId: string;
  readonly parentRunId: string | null;
  readonly calls: Map<string, OpenCall>;
  isCancelling: boolean;
  hasInterrupt: boolean;
  hasOutputCancelled: boolean;
}

interface OpenCall {
  readonly toolName: string;
  readonly parentCallId: string | undefined;
}

type RunEnded = Extract<EventBody, { type: "run_ended" }>;
type RunBody = Extract<EventBody, { runId: string }>;

export interface RunEnding {
  readonly outcome: Outcome;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** Technical details of the error, for programs. */
  readonly details?: unknown;
}

/** Events that come from a person or the server, never from an agent. */
const notForAgents: ReadonlySet<string> = new Set([
  "user_message",
  "permission_response",
  "ask_user_response",
  "plan_response",
  "queue_updated",
  "idle_prompt_triggered",
] satisfies EventBody["type"][]);

export function isForAgents(type: string): boolean {
  return !notForAgents.has(type);
}

export class OpenRuns {
  private readonly live = new Map<string, OpenRun>();
  private readonly ended = new Set<string>();

  /** Begins a run that was given to the agent, or that the agent started below another. */
  begin(runId: string, agentId: string, parentRunId: string | null = null): void {
    if (this.live.has(runId) || this.ended.has(runId)) return;
    this.live.set(runId, {
      runId,
      agentId,
      parentRunId,
      calls: new Map(),
      isCancelling: false,
      hasInterrupt: false,
      hasOutputCancelled: false,
    });
  }

  isLive(runId: string): boolean {
    return this.live.has(runId);
  }

  /** From now on the run ends as cancelled, whatever the agent reports. */
  cancel(runId: string): void {
    const run = this.live.get(runId);
    if (run !== undefined) run.isCancelling = true;
  }

  /**
   * Checks an agent's event. Returns the event with any events that must precede it, or keeps it as raw if it is
   * misplaced.
   */
  pass(event: EventBody): EventBody[] {
    // An agent may add a hidden message to a person's prompt.
    const isAdded = event.type === "user_message" && event.hidden === true;
    if (!isForAgents(event.type) && !isAdded) return [misplacedEvent(event)];
    if (event.runId === undefined) return [event];
    const run = this.live.get(event.runId);
    if (run !== undefined) return this.follow(run, event as RunBody);
    if (this.ended.has(event.runId)) return afterEnd(event);
    if (event.type === "run_started") {
      this.begin(event.runId, event.agentId, event.parentRunId);
      return [event];
    }
    return definitions.get(event.type)?.scope === "session" ? [event] : [misplacedEvent(event)];
  }

  /** Ends all remaining runs: cancelled ones as cancelled, the others with `ending`. */
  endAll(ending: RunEnding): EventBody[] {
    const roots = [...this.live.values()].filter(({ parentRunId }) => !this.isLive(parentRunId ?? ""));
    return roots.flatMap((run) => this.endTree(run, run.isCancelling ? { outcome: "cancelled" } : ending));
  }

  private follow(run: OpenRun, event: RunBody): EventBody[] {
    switch (event.type) {
      case "tool_call_start":
        run.calls.set(event.callId, { toolName: event.toolName, parentCallId: event.parentCallId });
        return [event];
      case "tool_result":
        run.calls.delete(event.callId);
        return [event];
      case "interrupt":
        run.hasInterrupt = true;
        return [event];
      case "output_cancelled":
        run.hasOutputCancelled = true;
        return [event];
      case "subagent_spawned":
        this.begin(event.childRunId, event.childAgentId ?? run.agentId, run.runId);
        return [event];
      case "subagent_result":
        return [...this.forgetTree(event.childRunId), event];
      case "run_ended":
        return this.endAsReported(run, event);
      default:
        return [event];
    }
  }

  private endAsReported(run: OpenRun, reported: RunEnded): EventBody[] {
    const outcome = run.isCancelling ? "cancelled" : reported.outcome;
    const ending = { ...reported, outcome };
    if (outcome === "cancelled" || outcome === "interrupted") return this.endTree(run, { outcome }, ending);
    return this.endRun(run, { outcome }, ending);
  }

  /** The ends of all runs below a run, followed by its own. */
  private endTree(run: OpenRun, ending: RunEnding, reported?: RunEnded): EventBody[] {
    const children = [...this.live.values()]
      .filter(({ parentRunId }) => parentRunId === run.runId)
      .flatMap((child) => this.endTree(child, { outcome: ending.outcome }));
    return [...children, ...this.endRun(run, ending, reported)];
  }

  private endRun(run: OpenRun, { outcome, error, details }: RunEnding, reported?: RunEnded): EventBody[] {
    const { runId, agentId } = run;
    const runRef = { runId, agentId };
    const events: EventBody[] = [...run.calls].map(([callId, { toolName, parentCallId }]) => ({
      type: "tool_result",
      callId,
      toolName,
      ok: false,
      error: { code: "tool_interrupted", message: "The run ended before the tool finished." },
      ...defined({ parentCallId }),
      ...runRef,
    }));
    if (outcome === "cancelled" && run.parentRunId === null) {
      if (!run.hasInterrupt) events.push({ type: "interrupt", reason: "user_cancel", ...runRef });
      if (!run.hasOutputCancelled) events.push({ type: "output_cancelled", ...runRef });
    }
    if (error !== undefined && details !== undefined)
      events.push({ type: "error", ...error, details, ...runRef });
    events.push(reported ?? { type: "run_ended", outcome, ...defined({ error }), ...runRef });
    this.live.delete(runId);
    this.ended.add(runId);
    return events;
  }

  /** A subagent's result ends its runs implicitly; only their open calls still need an end event. */
  private forgetTree(runId: string): EventBody[] {
    const run = this.live.get(runId);
    if (run === undefined) return [];
    return this.endTree(run, { outcome: "completed" }).filter(({ type }) => type !== "run_ended");
  }
}

function afterEnd(event: EventBody): EventBody[] {
  if (event.type === "run_ended" || event.type === "run_started") return [];
  switch (definitions.get(event.type)?.afterEnd) {
    case "apply":
      return [event];
    case "ignore":
      return [];
    default:
      return [misplacedEvent(event)];
  }
}
