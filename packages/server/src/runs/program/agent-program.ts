import type { Actor, AgentConnection, PolylogToolset } from "@polylog/core";
import { ProgramMode } from "../../permissions/program-mode.ts";
import type { RunAccess } from "../../permissions/session-modes.ts";
import type { SessionAgentOptions } from "../session-agent.ts";
import { IdleWatch } from "./idle-watch.ts";
import { ProgramSlot } from "./program-slot.ts";

/** Polylog's own tools for one connection of an agent. They end with the connection. */
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
  /** The run that the agent is at. */
  readonly runId: () => string | null;
  /** The agent has a run, or writes the end of one. */
  readonly isBusy: () => boolean;
  readonly onUp: (connection: AgentConnection) => void;
  readonly onNativeSession: (nativeSessionId: string) => void;
}

/** The program of an agent in a session: started when it is needed, ended when it has been idle for too long. */
export class AgentProgram {
  readonly mode: ProgramMode;
  private readonly options: AgentProgramOptions;
  private current: Promise<AgentConnection> | null = null;
  /** The same, once it is up. */
  private up: AgentConnection | null = null;
  private tools: OpenTools | null = null;
  /** A program is being ended: no other comes up beside it. */
  private stopping: Promise<void> | null = null;
  private nativeSessionId: string | null = null;
  private readonly watch: IdleWatch;
  private readonly slot: ProgramSlot;
  /** It was told that the project is trusted. */
  private wasTrusted = false;
  /** Its settings were changed in a way that it cannot be told. */
  private isOutdated = false;

  constructor(options: AgentProgramOptions) {
    this.options = options;
    const { backend, idleMs } = options;
    this.watch = new IdleWatch({ idleMs, isResting: () => this.isResting(), stop: () => this.end() });
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
      restingSince: () => (this.up !== null && this.isResting() ? this.watch.lastUsed : null),
      end: async () => {
        this.end();
        await this.stopping;
      },
    });
  }

  /** The program, as it comes up or is there; null where none is. */
  get connection(): Promise<AgentConnection> | null {
    return this.current;
  }

  /** The program, where it is up. */
  get open(): AgentConnection | null {
    return this.up;
  }

  /** A program comes up, is there, or is being ended. */
  get exists(): boolean {
    return this.current !== null || this.stopping !== null;
  }

  /** The program, started if it is not running: in the given mode, or in the session's. */
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

  /** Rejects where no program is up, and no more may run for whoever sent the message. */
  async assertRoom(by: Actor | undefined): Promise<void> {
    if (this.current !== null) return;
    this.slot.nextIsFor(by);
    if (this.stopping === null) await this.slot.assertRoom();
  }

  /** It said something: its idle time begins anew. */
  heard({ nativeSessionId }: AgentConnection): void {
    if (nativeSessionId !== null && nativeSessionId !== this.nativeSessionId) {
      this.nativeSessionId = nativeSessionId;
      this.options.onNativeSession(nativeSessionId);
    }
    this.watch.used();
  }

  /** It was started with settings that it cannot be told to leave: the next run is another program's. */
  restartForNextRun(): void {
    this.isOutdated = this.current !== null;
  }

  /**
   * Before a run: ends a program whose settings are others now, and a trusted one that would run what changed in the
   * project since. It comes back as it is set, and without trust.
   */
  async endOutdated(runId: string): Promise<void> {
    if (this.current === null) return;
    if (!this.isOutdated && (!this.wasTrusted || (await this.options.host.trusted()))) return;
    if (!this.hasRuns(runId) && this.up?.hasBackgroundWork !== true) this.end();
  }

  /** Ends a program that was idle for long enough, or that is not listened to any more; the next message starts another. */
  end(): void {
    if (this.current === null) return;
    const stopped = this.kill();
    this.stopping = stopped;
    void stopped.then(() => {
      if (this.stopping === stopped) this.stopping = null;
    });
  }

  /** Ends the program; the next one does not wait for that. Resolves when it is gone. */
  async kill(): Promise<void> {
    const { current } = this;
    this.current = null;
    this.up = null;
    this.watch.end();
    this.tools?.close();
    if (current !== null) await this.slot.end(current);
  }

  private async bringUp(access?: RunAccess): Promise<AgentConnection> {
    // The one before leaves its place first.
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
    // A program that died in between goes on with the session that it had.
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

  /** Nothing runs or waits in it, neither in the log nor in the program. */
  private isResting(): boolean {
    const { isBusy, session } = this.options;
    const { pendingAsks } = session.conversation;
    return !isBusy() && !this.hasRuns() && pendingAsks.size === 0 && this.up?.hasBackgroundWork !== true;
  }

  /** The log has runs of the agent that are not over, beside the given one. */
  private hasRuns(except: string | null = null): boolean {
    const { session, agentId } = this.options;
    const { liveRuns, runs } = session.conversation;
    return [...liveRuns].some(([id, index]) => id !== except && runs.get(index)?.agentId === agentId);
  }
}
