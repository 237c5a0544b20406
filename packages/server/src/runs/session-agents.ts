import type { AskingRun, Backend, EventBody, Prompt } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { ActorOptions } from "../sessions/session-actor-options.ts";
import { settingsIn } from "./chosen-model.ts";
import { unattended } from "./in-background.ts";
import { leftoverEnds } from "./leftovers.ts";
import { Seat } from "./session-agent.ts";

export interface SessionSeatsOptions extends ActorOptions {
  readonly actor: SessionActor;
  /** A seat is free for the next message. */
  readonly onFree: (seat: Seat) => void;
}

/** The seats of a session: one for each agent, from its first message on. A seat that is given up is replaced. */
export class SessionSeats {
  private readonly options: SessionSeatsOptions;
  private readonly seats = new Map<string, Promise<Seat>>();
  private readonly taken = new Set<Seat>();
  /** Agents whose last seat was given up; runs of it may be open in the log. */
  private readonly left = new Set<string>();
  /** Nobody takes a seat here any more. */
  private isClosed = false;

  constructor(options: SessionSeatsOptions) {
    this.options = options;
  }

  get hasPrograms(): boolean {
    return [...this.taken].some(({ program }) => program.exists);
  }

  /** An agent's seat, which it takes if it has none. */
  of(agentId: string): Promise<Seat> {
    let seat = this.seats.get(agentId);
    if (seat === undefined && this.isClosed)
      return Promise.reject(new PolylogError("store_conflict", "The session was changed. Try again."));
    if (seat === undefined) {
      seat = this.take(agentId);
      this.seats.set(agentId, seat);
      seat.catch(() => this.seats.delete(agentId));
    }
    return seat;
  }

  /** An agent's seat, where it has one. */
  find(agentId: string): Promise<Seat> | undefined {
    return this.seats.get(agentId);
  }

  /** Gives a run that is in the log to its agent, whose seat may have been given up while it was written. */
  async begin(seat: Seat, prompt: Prompt, opened = Promise.resolve()): Promise<void> {
    const { session, onTrouble } = this.options;
    this.left.delete(seat.agentId);
    const taken = seat.isGone ? await this.of(seat.agentId) : seat;
    unattended(session, taken.begin(prompt, opened), onTrouble);
  }

  /** Gives a run that an earlier process began back to its agent. */
  continueRun(seat: Seat, run: AskingRun, opened: Promise<void>): void {
    unattended(this.options.session, seat.continueRun(run, opened), this.options.onTrouble);
  }

  /**
   * The backend that an agent's asks are from; null where nobody can tell: the agent is not there, its run is being
   * stopped, or another program had its name.
   */
  async askingBackend(agentId: string): Promise<Backend | null> {
    if ((await this.options.resumeName(agentId)) !== undefined) return null;
    const seat = await this.of(agentId).catch(() => null);
    return seat === null || seat.isStopping ? null : seat.backend;
  }

  /** The end of what had to be left open because nothing could be written. */
  leftovers(agentId: string): EventBody[] {
    return this.left.has(agentId) ? leftoverEnds(this.options.session.conversation, agentId) : [];
  }

  /** What the agents say from now on is not written any more. */
  async mute(): Promise<void> {
    this.isClosed = true;
    for (const seat of this.seats.values()) (await seat.catch(() => null))?.mute();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const seats = await Promise.allSettled(this.seats.values());
    await Promise.allSettled(seats.map((seat) => (seat.status === "fulfilled" ? seat.value.close() : null)));
  }

  private async take(agentId: string): Promise<Seat> {
    const { actor, session, log, blobs, projectRuns, agent, modes, host, tools, places, idleMs } =
      this.options;
    const { resumeName, saveResumeName, onAsk, onFree, onTrouble } = this.options;
    const { backend } = await agent(agentId, session.projectRoot);
    const taken = new Seat({
      session,
      agentId,
      backend,
      settings: async () => {
        const { settings } = await agent(agentId, session.projectRoot);
        return settingsIn(session.conversation, agentId, settings);
      },
      access: (runId) => modes.access(actor, agentId, runId),
      heardMode: (runId, body, write) =>
        modes.inTurn(actor, async () => {
          const { isRefused, ...change } = await modes.heard(actor, agentId, runId, body);
          await write(change);
          return isRefused;
        }),
      host: await host(session, backend),
      tools: (seat) => tools({ actor, agentId, runId: () => seat.runId }),
      resume: await resumeName(agentId),
      log,
      blobs,
      projectRuns,
      mailbox: actor.mailbox,
      undelivered: actor.undelivered,
      onIdle: onFree,
      onGone: (seat) => {
        this.seats.delete(seat.agentId);
        this.taken.delete(seat);
        this.left.add(seat.agentId);
        onFree(seat);
      },
      onAsk: (seat, body) => onAsk(actor, seat, body),
      onNativeSession: (_, name) => saveResumeName(agentId, name),
      onTrouble,
      places,
      idleMs,
    });
    this.taken.add(taken);
    return taken;
  }
}
