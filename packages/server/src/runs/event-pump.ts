import {
  type Actor,
  type AgentConnection,
  type Conversation,
  type EventBody,
  findRun,
  messageOf,
} from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import { isLarge } from "../log/bound-event.ts";
import { type Coalescer, coalescer, isShortDelta } from "../log/coalesce-deltas.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Entry, Log } from "../log/log.ts";
import { isModeEvent, type ModeChange, type ModeEvent } from "../permissions/session-modes.ts";
import { boundOutput } from "./bound-output.ts";
import { CancellableWait } from "./cancellable-wait.ts";
import type { AgentChanges } from "./changes/agent-changes.ts";
import { lacksPlaces, withPlaces } from "./diff-places.ts";
import type { RunEnded, RunLifecycle } from "./run-lifecycle.ts";
import { settlingBefore } from "./settle.ts";

export interface EventPumpOptions {
  readonly session: LiveSession;
  readonly agentId: string;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly changes: AgentChanges;
  readonly run: RunLifecycle;
  /** Whether the program is still in use. Events of a replaced program are ignored. */
  readonly isCurrent: (connection: AgentConnection) => boolean;
  /** The program sent an event. */
  readonly onHeard: (connection: AgentConnection) => void;
  /** The agent reported a mode change. True if the mode is too wide and must be reset. */
  readonly onModeReported: (
    runId: string | null,
    body: ModeEvent,
    write: (change: ModeChange) => Promise<void>,
  ) => Promise<boolean>;
  /** Sends the current mode to the program. */
  readonly resetMode: () => void;
  /** An ask was written, and a rule may decide it. */
  readonly onAsk: (body: EventBody) => void;
  /** The program has exited, or sends no more events. */
  readonly onEnd: () => void;
  /** The agent's events cannot be written. */
  readonly onUnwritable: (error: unknown) => Promise<void>;
}

/** Writes the events of an agent's program to the log, in order. */
export class EventPump {
  private readonly options: EventPumpOptions;
  private readonly authors = new EventAuthors();
  private deltas: Coalescer | null = null;
  private muted = false;
  /** Cancels waits for the log once nothing more is written. */
  private readonly writing = new CancellableWait();

  constructor(options: EventPumpOptions) {
    this.options = options;
  }

  /** Whether events are no longer written. */
  get isMuted(): boolean {
    return this.muted;
  }

  /** A person is setting this model, so the program's next report of it is attributed to them. */
  expectModel(modelId: string, by: Actor | undefined): void {
    this.authors.expectModel(modelId, by);
  }

  flush(): void {
    this.deltas?.flush();
  }

  mute(): void {
    this.flush();
    this.muted = true;
    this.writing.cancel();
  }

  async pump(connection: AgentConnection): Promise<void> {
    const { session, agentId, changes, run, isCurrent, onHeard, onAsk, onEnd } = this.options;
    const isReplaced = () => !isCurrent(connection) || this.muted;
    let written: Promise<unknown> | null = null;
    let unwritten = 0;
    const deltas = coalescer((bodies) => {
      unwritten += bodies.length;
      const writing = this.write(bodies).then(() => {
        unwritten -= bodies.length;
        if (written === writing) written = null;
      });
      written = writing;
    });
    this.deltas = deltas;
    const flushed = async () => {
      deltas.flush();
      if (written !== null) await this.writing.orCancelled(written);
    };
    try {
      for await (const received of connection.events) {
        if (isReplaced()) break;
        const attributed = this.authors.attribute(received);
        if (attributed === null) continue;
        const body = lacksPlaces(attributed) ? await withPlaces(attributed, session.projectRoot) : attributed;
        onHeard(connection);
        if (body.type === "run_ended" && body.runId === run.runId) {
          deltas.flush();
          await written;
          run.ended(isLarge(body) ? ((await this.bounded(body))[0] as RunEnded) : body);
          continue;
        }
        const bounded = isLarge(body) ? await this.bounded(body) : [body];
        if (this.muted || !this.accepts(body)) continue;
        const before = isShortDelta(body) ? [] : await changes.eventsBefore(body);
        if (before === null) continue;
        for (const piece of before) deltas.push(piece);
        if (isModeEvent(body)) {
          await flushed();
          for (const piece of bounded) await this.writeModeEvent(piece);
          continue;
        }
        const settling = settlingBefore(body);
        if (settling !== null) {
          await flushed();
          for (const settled of settling(session.conversation)) deltas.push(settled);
        }
        for (const piece of bounded) deltas.push(withReason(piece, run.stopReason));
        // Waiting here slows down an agent that produces events faster than the disk writes. After a short delta the end of its
        // block may follow immediately, so that both are written together.
        const mayWait = isShortDelta(body) && unwritten < limits.unwrittenDeltas;
        if (written !== null && !mayWait) await this.writing.orCancelled(written);
        if (isAsk(body)) onAsk(body);
      }
    } catch (error) {
      const line = messageOf(error);
      deltas.push({ type: "backend_raw", line, agentId });
    }
    await flushed();
    // The exit of a replaced program must not affect its successor.
    if (!isReplaced()) onEnd();
  }

  /** Resets the mode of an agent that reports a wider mode than it has. */
  private async writeModeEvent(body: EventBody): Promise<void> {
    if (!isModeEvent(body)) return this.write([body]);
    const { onModeReported, run, resetMode } = this.options;
    const write = ({ bodies, documents }: ModeChange) => this.write(bodies, documents);
    const isRefused = await this.writing.orCancelled(onModeReported(run.runId, body, write));
    if (isRefused === true) resetMode();
  }

  /** The events to log for an event that may be too large. */
  private async bounded(body: EventBody): Promise<readonly EventBody[]> {
    const { session, blobs } = this.options;
    return (await this.writing.orCancelled(boundOutput(blobs, session.sessionId, body))) ?? [body];
  }

  /** Never rejects: if the session can no longer be written to, its agent is released. */
  private async write(bodies: readonly EventBody[], documents?: Entry["documents"]): Promise<void> {
    const { session, log, onUnwritable } = this.options;
    const accepted = bodies.filter((body) => this.accepts(body));
    if (accepted.length === 0 || this.muted) return;
    try {
      await log.append(session, { bodies: accepted, documents, refusable: false });
    } catch (error) {
      await onUnwritable(error);
    }
  }

  private accepts(body: EventBody): boolean {
    return acceptsEvent(this.options.session.conversation, this.options.run.over, body);
  }
}

/** The author of an agent's events: no person, except for a model change that a person just made. */
class EventAuthors {
  /** The model that a person is setting; the program's next report of it confirms that. */
  private expected: { readonly modelId: string; readonly by: Actor } | null = null;

  expectModel(modelId: string, by: Actor | undefined): void {
    this.expected = by === undefined ? null : { modelId, by };
  }

  /** The event to write; null for one that only the server may write. */
  attribute(said: EventBody): EventBody | null {
    const body = withoutAuthor(said);
    if (body?.type !== "model_change") return body;
    const { expected } = this;
    this.expected = null;
    return expected?.modelId === body.modelId ? { ...body, by: expected.by } : body;
  }
}

function withoutAuthor(body: EventBody): EventBody | null {
  if (body.type === "queue_updated") return null;
  if (!("by" in body) || body.by?.kind !== "user") return body;
  const { by: _, ...rest } = body;
  return rest as EventBody;
}

/**
 * Events of an agent about an ended run are dropped, except for its usage. `over` contains runs that have ended or are
 * about to.
 */
function acceptsEvent(conversation: Conversation, over: ReadonlySet<string>, body: EventBody): boolean {
  if (!("runId" in body) || body.runId === undefined || body.type === "usage") return true;
  for (let run = findRun(conversation, body.runId); run !== undefined; ) {
    if (run.outcome !== null) return run.runId !== body.runId && run.outcome === "completed";
    if (over.has(run.runId)) return false;
    run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  }
  return !over.has(body.runId);
}

/** Programs report every stop as a person's cancellation. If Polylog stopped the run, the log states the reason. */
function withReason(body: EventBody, reason: string | undefined): EventBody {
  if (reason === undefined) return body;
  return body.type === "interrupt" || body.type === "output_cancelled" ? { ...body, reason } : body;
}

function isAsk({ type }: EventBody): boolean {
  return type === "permission_request" || type === "ask_user" || type === "plan_update";
}
