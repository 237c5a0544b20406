import type {
  Actor,
  CreateSession,
  EventBody,
  RestoredFiles,
  RewindPreview,
  RewindTo,
  SearchHit,
  SessionChange,
  Snapshot,
  StateChange,
} from "@polylog/core";
import { isPermissionMode, permissionModes, queuedCount, toSnapshot } from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import type { Blobs } from "../log/blobs.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { PermissionRules } from "../permissions/permission-rules.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Page, SessionQuery, SessionRow, StoredEvent } from "../store/store.ts";
import { importedAt } from "./arrivals.ts";
import { type ForkOptions, forkSession } from "./fork.ts";
import { getSession } from "./get-session.ts";
import { type RewindOptions, rewindSession } from "./rewind.ts";
import { previewRewind } from "./rewind-files.ts";
import type { SessionActor } from "./session-actor.ts";

export interface SessionsOptions extends ForkOptions, RewindOptions {
  readonly blobs: Blobs;
  readonly permissionRules: PermissionRules;
  readonly publishChange: (change: StateChange) => void;
  /** A session's mode changed, so the runs that it started in other sessions must follow. */
  readonly onModeChange: (sessionId: string) => Promise<void>;
}

/** A folded conversation, and the head of its log. */
export interface SessionSnapshot {
  readonly snapshot: Snapshot;
  readonly rev: number;
  readonly seq: number;
}

export interface Rewound {
  readonly session: SessionRow;
  /** Null if no files had to be restored. */
  readonly files: RestoredFiles | null;
}

const MOST_HITS = 50;

/** Sessions: created, read, changed, forked, rewound, deleted. */
export class Sessions {
  private readonly options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.options = options;
  }

  get(sessionId: string): Promise<SessionRow> {
    return getSession(this.options.store, sessionId);
  }

  list(query: SessionQuery): Promise<Page<SessionRow>> {
    return this.options.store.sessions(query);
  }

  search(query: string): Promise<SearchHit[]> {
    return this.options.store.search(query, MOST_HITS);
  }

  async create(input: CreateSession, by: Caller): Promise<SessionRow> {
    const { actors, publishChange } = this.options;
    const created = await actors.prepare(input);
    const actor = actors.begin(created);
    const { title } = input;
    const bodies = title === undefined ? [] : [titleBy(title, callerActor(by))];
    await actor.append({ bodies, created, refusable: true });
    const { sessionId, projectRoot } = created;
    publishChange({ changed: "session", sessionId, projectRoot });
    return this.get(sessionId);
  }

  async change(sessionId: string, change: SessionChange, caller: Caller): Promise<SessionRow> {
    const { log, actors, agents, modes, store, publishChange, onModeChange } = this.options;
    log.assertWritable();
    const actor = await actors.of(sessionId);
    const { session } = actor;
    const agentId = await agents.defaultFor(session);
    const { title, modeId, modelId, archived } = change;
    const by = callerActor(caller);
    if (modeId !== undefined) assertMode(session, agentId, modeId);
    const agent = modeId === undefined && modelId === undefined ? null : await actor.agents.of(agentId);
    // An agent-specific mode is validated by its program. Polylog's modes apply here, whatever the program supports.
    const isOurs = isPermissionMode(modeId);
    if (modeId !== undefined && !isOurs) await agent?.program.mode.setOwn(modeId);
    if (modelId !== undefined) await agent?.setModel(modelId, by);
    await modes.inTurn(session, async () => {
      const mode = modeId === undefined ? null : await modes.choose(session, agentId, modeId, by);
      await actor.append({
        bodies: [
          ...(title === undefined ? [] : [titleBy(title, by)]),
          ...(mode?.bodies ?? []),
          ...(modelId === undefined ? [] : [{ type: "model_change" as const, modelId, agentId, by }]),
        ],
        documents: mode?.documents,
        refusable: true,
      });
    });
    if (isOurs) await actor.applyMode(agentId);
    if (modeId !== undefined) await onModeChange(sessionId);
    if (archived !== undefined) {
      await store.commit({ archived: [{ sessionId, archived }] });
      publishChange({ changed: "session", sessionId, projectRoot: session.projectRoot });
    }
    return this.get(sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await this.remove(sessionId, () => {});
  }

  /** Deletes a session unless it has a run, a queued message, or an ask that waits for a person. */
  async deleteIfIdle(sessionId: string): Promise<void> {
    await this.remove(sessionId, ({ conversation }) => {
      const { liveRuns, pendingAsks } = conversation;
      if (liveRuns.size === 0 && pendingAsks.size === 0 && queuedCount(conversation) === 0) return;
      throw new PolylogError("session_busy", "The session is active. Stop it, then retry.", { sessionId });
    });
  }

  async fork(sessionId: string, seq: number | undefined): Promise<SessionRow> {
    this.options.log.assertWritable();
    return this.get(await forkSession(this.options, await this.get(sessionId), seq));
  }

  /** Rewinds the conversation, the files, or both to an event. */
  async rewind(sessionId: string, to: RewindTo, by: Caller): Promise<Rewound> {
    const row = await this.get(sessionId);
    const files = await rewindSession(this.options, row, to, callerActor(by));
    return { session: await this.get(sessionId), files };
  }

  /** The files that a rewind to an event would change, and other sessions that changed them since. */
  async previewRewind(sessionId: string, seq: number): Promise<RewindPreview> {
    const { store, hosts } = this.options;
    return previewRewind({ store, checkpoints: hosts.checkpoints }, await this.get(sessionId), seq);
  }

  async events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    await this.get(sessionId);
    return this.options.store.events(sessionId, after, limit);
  }

  async snapshot(sessionId: string): Promise<SessionSnapshot> {
    const { conversation, rev, head } = await this.options.log.session(sessionId);
    return { snapshot: toSnapshot(conversation), rev, seq: head };
  }

  /** The complete output that is truncated in the log. */
  async blob(sessionId: string, blobId: string): Promise<string> {
    await this.get(sessionId);
    const text = await this.options.blobs.read(sessionId, blobId);
    if (text === null)
      throw new PolylogError("not_found", "This output does not exist. It may have been deleted.", {
        blobId,
      });
    return text;
  }

  private async remove(sessionId: string, check: (actor: SessionActor) => void): Promise<void> {
    const { store, blobs, hub, watchers, actors, permissionRules, modes, hosts } = this.options;
    const { projectRoot } = await this.get(sessionId);
    await actors.change(sessionId, check, async () => {
      const rules = await permissionRules.ofSession(sessionId);
      const chosen = await modes.chosen.ofSession(sessionId);
      const documents = [...rules, ...chosen, ...importedAt(sessionId, null)];
      await store.commit({ deleted: [sessionId], documents });
      hub.drop(sessionId, "The session was deleted.");
    });
    watchers.gone(sessionId);
    await blobs.forget(sessionId);
    await hosts.forget(sessionId, projectRoot);
  }
}

function titleBy(title: string, by: Actor): EventBody {
  return { type: "title", title, source: "user", by };
}

function assertMode({ conversation }: LiveSession, agentId: string, modeId: string): void {
  const offered = conversation.agents.get(agentId)?.modes.map(({ id }) => id) ?? [];
  const known = [...new Set([...permissionModes, ...offered])];
  if (known.includes(modeId)) return;
  throw new PolylogError("bad_request", `mode_id: unknown mode. Available: ${known.join(", ")}.`);
}
