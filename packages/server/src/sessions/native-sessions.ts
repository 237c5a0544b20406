import path from "node:path";
import { isNativeId } from "@polylog/backends/native-id";
import type { AgentSettings, ErrorCode, NativeFailure, NativeRow, NativeStore } from "@polylog/core";
import type { ConfiguredMode } from "../agents/configured-mode.ts";
import type { Blobs } from "../log/blobs.ts";
import type { Log } from "../log/log.ts";
import { PolylogError } from "../polylog-error.ts";
import type { SessionRow } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import { importedAt } from "./arrivals.ts";
import type { ForkOptions } from "./fork.ts";
import { getSession } from "./get-session.ts";
import { importHistory } from "./import/import-history.ts";
import { RESUME, resumeKey } from "./session-actors.ts";

export interface NativeOptions extends Pick<ForkOptions, "store" | "hub" | "agents" | "newId" | "now"> {
  readonly blobs: Blobs;
  readonly log: Log;
  readonly configured: ConfiguredMode;
}

export interface AdoptSession {
  readonly projectRoot: string;
  readonly agentId: string;
  readonly nativeId: string;
}

export interface Adopted {
  readonly session: SessionRow;
  /** False if the session was already imported. */
  readonly isNew: boolean;
}

/** A session under the id that the agent's program uses for it. */
export interface NativeName {
  readonly nativeId: string;
  /** The command that continues it in the program itself; null if unknown. */
  readonly command: string | null;
}

const refusals: Readonly<Record<NativeFailure, ErrorCode>> = {
  not_found: "session_not_found",
  unreadable: "bad_file",
  too_large: "bad_file",
  program_failed: "agent_unavailable",
};

/** Sessions created with the agent programs themselves, and their import. */
export class NativeSessions {
  private readonly options: NativeOptions;
  /** Imports in progress, so that concurrent requests for the same session import it once. */
  private readonly taking = new Map<string, Promise<{ sessionId: string; isNew: boolean }>>();

  constructor(options: NativeOptions) {
    this.options = options;
  }

  /** The sessions of one agent, or of each installed program, under the first agent that uses it. */
  async list(project: string, agentId: string | undefined): Promise<NativeRow[]> {
    const root = await projectFolder(project);
    const agentIds = agentId === undefined ? await this.onePerProgram(root) : [agentId];
    const lists = await Promise.all(agentIds.map((id) => this.listOf(root, id)));
    return lists.flat().sort((a, b) => b.updatedTs - a.updatedTs);
  }

  /** Imports a session: all of it or nothing. If it was already imported, its id is returned. */
  async adopt({ projectRoot, agentId, nativeId }: AdoptSession): Promise<Adopted> {
    const { log, store } = this.options;
    log.assertWritable();
    if (!isNativeId(nativeId)) {
      const message = "native_id: not a valid session id. Use a native_id from GET /api/native-sessions.";
      throw new PolylogError("bad_request", message);
    }
    const root = await projectFolder(projectRoot);
    const underWay = this.taking.get(nativeId);
    if (underWay !== undefined)
      return { session: await getSession(store, (await underWay).sessionId), isNew: false };
    const taking = this.take(root, agentId, nativeId).finally(() => this.taking.delete(nativeId));
    this.taking.set(nativeId, taking);
    const { sessionId, isNew } = await taking;
    return { session: await getSession(store, sessionId), isNew };
  }

  /** The programs' names of the given sessions, by session id. */
  async names(rows: readonly SessionRow[]): Promise<ReadonlyMap<string, NativeName>> {
    const names = new Map<string, NativeName>();
    for (const { sessionId, agentId, projectRoot } of rows) {
      const nativeId = agentId === null ? null : await this.nameOf(sessionId, agentId);
      if (agentId === null || nativeId === null) continue;
      const found = await this.options.agents.find(agentId, projectRoot).catch(() => null);
      const store = found?.backend.native;
      const command =
        found === null || store === undefined || !isNativeId(nativeId)
          ? null
          : commandLine(projectRoot, store, nativeId, found.settings);
      names.set(sessionId, { nativeId, command });
    }
    return names;
  }

  private async take(root: string, agentId: string, nativeId: string) {
    const { store, hub, blobs, newId, now, configured } = this.options;
    const { native, settings } = await this.storeOf(agentId, root);
    const [before] = await this.sessionsOf([nativeId]);
    if (before !== undefined) return { sessionId: before[1], isNew: false };
    const place = { projectRoot: root, agentId, settings };
    const history = await native.read(nativeId, place);
    if (!history.ok) {
      const message = `${history.message.replace(/\.?$/, ".")} Nothing was imported.`;
      throw new PolylogError(refusals[history.code], message, { agentId, nativeId, reason: history.code });
    }
    const sessionId = newId();
    const ts = now();
    const resume = { kind: RESUME, key: resumeKey(sessionId, agentId), value: nativeId };
    const documents = [resume, ...importedAt(sessionId, ts)];
    const session = { sessionId, projectRoot: root, agentId };
    const rest = { now: ts, configured, documents };
    await importHistory({ store, hub, blobs }, session, history.events, rest);
    return { sessionId, isNew: true };
  }

  private async onePerProgram(root: string): Promise<string[]> {
    const usable = (await this.options.agents.list({ projectRoot: root })).filter(
      ({ available }) => available,
    );
    const first = new Map(usable.toReversed().map(({ id, backend }) => [backend, id]));
    const found = await Promise.all(
      [...first.values()].map(async (id) => {
        const { backend } = await this.options.agents.find(id, root).catch(() => ({ backend: null }));
        return backend?.native === undefined ? [] : [id];
      }),
    );
    return found.flat();
  }

  private async listOf(root: string, agentId: string): Promise<NativeRow[]> {
    const { native, settings } = await this.storeOf(agentId, root);
    const known = await native.list({ projectRoot: root, agentId, settings });
    const listed = known.filter(({ nativeId }) => isNativeId(nativeId));
    const here = new Map(await this.sessionsOf(listed.map(({ nativeId }) => nativeId)));
    return listed.map(({ nativeId, title, updatedTs }) => ({
      ...{ agentId, nativeId, title, updatedTs },
      command: commandLine(root, native, nativeId, settings),
      sessionId: here.get(nativeId) ?? null,
    }));
  }

  private async storeOf(agentId: string, root: string) {
    const { backend, settings } = await this.options.agents.find(agentId, root);
    if (backend.native !== undefined) return { native: backend.native, settings };
    const message = `The agent "${agentId}" has no sessions to import. Choose another agent.`;
    throw new PolylogError("not_supported", message, { agentId });
  }

  /** The sessions in Polylog, created or imported, with these native ids. */
  private async sessionsOf(nativeIds: readonly string[]): Promise<[nativeId: string, sessionId: string][]> {
    const { store } = this.options;
    const wanted = new Set<unknown>(nativeIds);
    const named = (await store.documents(RESUME)).filter(({ value }) => wanted.has(value));
    const there = await Promise.all(
      named.map(async ({ key, value }) => {
        const sessionId = key.slice(0, key.indexOf("/"));
        return (await store.session(sessionId)) === null
          ? []
          : [[String(value), sessionId] as [string, string]];
      }),
    );
    return there.flat();
  }

  private async nameOf(sessionId: string, agentId: string): Promise<string | null> {
    const stored = await this.options.store.document(RESUME, resumeKey(sessionId, agentId));
    return typeof stored === "string" ? stored : null;
  }
}

/** A command to run in a terminal. */
function commandLine(root: string, native: NativeStore, nativeId: string, settings: AgentSettings): string {
  const words = native.resumeCommand(nativeId, settings).map(quoted);
  return `cd ${quoted(path.resolve(root))} && ${words.join(" ")}`;
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
