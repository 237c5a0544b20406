import type { Actor, AgentConnection, PolylogToolset } from "@polylog/core";
import { ProgramMode } from "../../permissions/program-mode.ts";
import type { RunAccess } from "../../permissions/session-modes.ts";
import type { SessionAgentOptions } from "../session-agent.ts";
import { IdleWatch } from "./idle-watch.ts";
import { ProgramSlot } from "./program-slot.ts";

/** Polylog's tools for one connection of an agent. They are closed with the connection. */
export interface OpenTools {
  readonly tools: PolylogToolset;
  close(): void;
}

export interface AgentProgramOptions
  extends Pick<
    SessionAgentOptions,
    "session" | "agentId" | "backend" | "settings" | "access" | "host" | "resume" | "slots" | "idleMs"
  > {
  readonly tools: () => OpenTools;
  /** The agent's current run. */
  readonly runId: () => string | null;
  /** The agent has a run, or is writing the end of one. */
  readonly isBusy: () => boolean;
  readonly onUp: (connection: AgentConnection) => void;
  readonly onNativeSession: (nativeSessionId: string) => void;
}

/** An agent's program in a session: started on demand, stopped when it has been idle for too long. */
export class AgentProgram {
  readonly mode: ProgramMode;
  private readonly options: AgentProgramOptions;
  private current: Promise<AgentConnection> | null = null;
  /** The same connection, once it is open. */
  private up: AgentConnection | null = null;
  private tools: OpenTools | null = null;
  /** Resolves when the previous program has stopped. Programs of an agent never overlap. */
  private stopping: Promise<void> | null = null;
  private nativeSessionId: string | null = null;
  private readonly watch: IdleWatch;
  private readonly slot: ProgramSlot;
  /** Whether it was started with the project's trust. */
  private wasTrusted = false;
  /** Whether its settings changed in a way that requires a restart. */
  private isOutdated = false;

  constructor(options: AgentProgramOptions) {
    this.options = options;
    const { backend, idleMs } = options;
    this.watch = new IdleWatch({ idleMs, isProgramIdle: () => this.isProgramIdle(), stop: () => this.end() });
    this.mode = new ProgramMode({
      runId: options.runId,
      connection: () => this.current,
      connect: (access) => this.connect(access),
      endProgram: () => this.end(),
      access: options.access,
      remembersAnswers: backend.remembersAnswers === true,
    });
    this.slot = new ProgramSlot({
      slots: options.slots,
      isInProcess: async () => backend.isInProcess?.(await options.settings()) === true,
      idleSince: () => (this.up !== null && this.isProgramIdle() ? this.watch.lastUsed : null),
      end: async () => {
        this.end();
        await this.stopping;
      },
    });
  }

  /** The connection to the starting or running program; null without a program. */
  get connection(): Promise<AgentConnection> | null {
    return this.current;
  }

  /** The connection, if the program is running. */
  get open(): AgentConnection | null {
    return this.up;
  }

  /** Whether a program is starting, running or stopping. */
  get exists(): boolean {
    return this.current !== null || this.stopping !== null;
  }

  /** The program, started if it is not running, in the given mode or the session's. */
  connect(access?: RunAccess): Promise<AgentConnection> {
    if (this.current === null) {
      const starting = this.bringUp(access);
      this.current = starting;
      starting.then(
        (connection) => {
          if (this.current !== starting) return;
          this.up = connection;
          this.watch.used();
          this.options.onUp(connection);
        },
        () => {
          if (this.current === starting) this.current = null;
        },
      );
    }
    return this.current;
  }

  /** Rejects if no program is running and the sender has reached the limit. */
  async assertRoom(by: Actor | undefined): Promise<void> {
    if (this.current !== null) return;
    this.slot.nextIsFor(by);
    if (this.stopping === null) await this.slot.assertRoom();
  }

  /** The program sent an event, which restarts its idle time. */
  heard({ nativeSessionId }: AgentConnection): void {
    if (nativeSessionId !== null && nativeSessionId !== this.nativeSessionId) {
      this.nativeSessionId = nativeSessionId;
      this.options.onNativeSession(nativeSessionId);
    }
    this.watch.used();
  }

  /** Settings changed that the running program cannot apply, so the next run uses a new program. */
  restartForNextRun(): void {
    this.isOutdated = this.current !== null;
  }

  /**
   * Called before a run. Stops a program whose settings have changed, and a trusted program that would run files changed in
   * the project since. It restarts with the current settings, without trust.
   */
  async endOutdated(runId: string): Promise<void> {
    if (this.current === null) return;
    if (!this.isOutdated && (!this.wasTrusted || (await this.options.host.trusted()))) return;
    if (!this.hasRuns(runId) && this.up?.hasBackgroundWork !== true) this.end();
  }

  /** Stops a program that was idle for too long or is no longer in use. The next message starts another one. */
  end(): void {
    if (this.current === null) return;
    const stopped = this.kill();
    this.stopping = stopped;
    void stopped.then(() => {
      if (this.stopping === stopped) this.stopping = null;
    });
  }

  /** Kills the program. The next one does not wait for it. Resolves when it has exited. */
  async kill(): Promise<void> {
    const { current } = this;
    this.current = null;
    this.up = null;
    this.watch.end();
    this.tools?.close();
    if (current !== null) await this.slot.end(current);
  }

  private async bringUp(access?: RunAccess): Promise<AgentConnection> {
    // The previous program releases its slot first.
    await this.stopping;
    return this.slot.start(() => this.start(access));
  }

  private async start(access?: RunAccess): Promise<AgentConnection> {
    const { session, agentId, backend, host } = this.options;
    const { sessionId, projectRoot } = session;
    const configured = await this.options.settings();
    const holds = access ?? (await this.options.access(null));
    const settings = { ...configured, permissionMode: holds.mode };
    this.mode.started(holds);
    // After a crash, the program resumes the session that it had.
    const resume = this.nativeSessionId ?? this.options.resume;
    this.tools?.close();
    const open = this.options.tools();
    this.tools = open;
    this.wasTrusted = false;
    this.isOutdated = false;
    const trusted = async () => {
      const isTrusted = await host.trusted();
      this.wasTrusted ||= isTrusted;
      return isTrusted;
    };
    const programHost = { ...host, trusted, tools: open.tools };
    const ownMode = holds.ownMode ?? undefined;
    return backend.start({ sessionId, agentId, projectRoot, settings, resume, ownMode, host: programHost });
  }

  /** Whether nothing is running or waiting, neither in the log nor in the program. */
  private isProgramIdle(): boolean {
    const { isBusy, session } = this.options;
    const { pendingAsks } = session.conversation;
    return !isBusy() && !this.hasRuns() && pendingAsks.size === 0 && this.up?.hasBackgroundWork !== true;
  }

  /** Whether the log has live runs of the agent, other than the given one. */
  private hasRuns(except: string | null = null): boolean {
    const { session, agentId } = this.options;
    const { liveRuns, runs } = session.conversation;
    return [...liveRuns].some(([id, index]) => id !== except && runs.get(index)?.agentId === agentId);
  }
}
