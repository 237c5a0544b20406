import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { backends } from "@polylog/backends";
import {
  type AgentConnection,
  type Backend,
  type Conversation,
  emptyConversation,
  fold,
  parseEvent,
  toSnapshot,
} from "@polylog/core";
import type { Listening } from "../../src/hub/hub.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../src/store/store.ts";
import { openPieces, type Pieces } from "../reliability/support/pieces.ts";
import { wrapStore } from "../reliability/support/wrapped-store.ts";
import { owner } from "../support/owner.ts";
import type { Model, ModelSession } from "./model.ts";

const script = {
  prompts: [
    { match: "^fail", steps: [{ text: "oh" }, { fail: { code: "no", message: "No." } }] },
    { match: "^ask", steps: [{ ask: { permission: { toolName: "Bash" } } }, { text: "went on" }] },
    { match: "^hold", steps: [{ text: "so far" }, { wait: 3_600_000 }] },
  ],
  default: [{ thinking: "hm" }, { tool: { name: "Read", output: ["a"], result: "a" } }, { echo: true }],
};

/** A client: follows a session, may be slow, may disconnect and reconnect. */
export interface Watcher {
  conversation: Conversation;
  listening: Listening | null;
  isSlow: boolean;
}

/** The parts of a server on a file, which can die at any point. */
export class Real {
  readonly sessionIds: string[] = [];
  readonly watchers: Watcher[] = [];
  readonly answers = new Map<string, unknown>();
  pieces!: Pieces;
  readonly folder: string;
  private store!: EventStore;
  private connections: AgentConnection[] = [];
  private life = { isDead: false };

  constructor(folder: string) {
    this.folder = folder;
  }

  async open(): Promise<void> {
    const life = { isDead: false };
    this.life = life;
    this.store = openSqliteStore(path.join(this.folder, "polylog.db"));
    const { store } = this;
    // A dead server writes nothing and receives nothing.
    const mortal = wrapStore(store, {
      commit: (work) => (life.isDead ? new Promise(() => undefined) : store.commit(work)),
    });
    const inner = backends.script as Backend;
    const backend: Backend = {
      ...inner,
      start: async (options) => {
        const connection = await inner.start(options);
        this.connections.push(connection);
        return connection;
      },
    };
    const settings = { backend: "script", options: { script } };
    this.pieces = await openPieces({ folder: this.folder, store: mortal, backend, settings });
    await this.pieces.services.recovery.recover((_, error) => {
      throw error;
    });
    await this.pieces.services.recovery.startQueues();
  }

  async crash(): Promise<void> {
    await this.end();
    await this.open();
    for (const [at] of this.watchers.entries()) this.watch(at);
  }

  async end(): Promise<void> {
    this.life.isDead = true;
    for (const { listening } of this.watchers) listening?.stop();
    for (const connection of this.connections) await connection.close();
    this.connections = [];
    await this.store.close();
  }

  /** Continues from the watcher's last event. */
  watch(at: number): void {
    const watcher = this.watchers[at] as Watcher;
    watcher.listening?.stop();
    const sessionId = this.sessionIds[at] as string;
    const { rev, seq } = watcher.conversation;
    watcher.listening = this.pieces.hub.listen(
      { kind: "session", sessionId, rev: Math.max(rev, 1), after: seq },
      {
        deliver: ({ line }) => {
          const parsed = parseEvent(line);
          if (!parsed.ok) throw new Error(parsed.error.reason);
          if (parsed.event.seq <= watcher.conversation.seq) throw new Error("An event came twice.");
          watcher.conversation = fold(watcher.conversation, parsed.event);
          return !watcher.isSlow;
        },
        caughtUp: () => undefined,
        changed: () => undefined,
        lost: (reason) => {
          throw new Error(reason);
        },
      },
    );
  }

  async addSession(): Promise<void> {
    const { sessionId } = await this.pieces.services.sessions.create({ projectRoot: this.folder }, owner);
    this.sessionIds.push(sessionId);
    this.watchers.push({ conversation: emptyConversation, listening: null, isSlow: false });
    this.watch(this.sessionIds.length - 1);
  }

  /** Waits until every session matches the model, and every watcher that reads matches its session. */
  async settle(model: Model): Promise<void> {
    const expected = model.sessions.map(viewOfModel);
    const deadline = performance.now() + 60_000;
    for (;;) {
      const sessions = await Promise.all(this.sessionIds.map((id) => this.pieces.log.session(id)));
      const actual = sessions.map(({ conversation }) => viewOf(conversation));
      const behind = this.watchers.filter(
        ({ isSlow, conversation }, at) => !isSlow && conversation.seq !== sessions[at]?.head,
      );
      // A run whose agent did not receive its prompt would start over after a crash.
      const undelivered = await this.store.documents("undelivered_prompt");
      if (isDeepStrictEqual(actual, expected) && behind.length + undelivered.length === 0) break;
      if (performance.now() > deadline)
        throw new Error(`expected ${json(expected)}\nbut got  ${json(actual)}`);
      await new Promise(setImmediate);
    }
    for (const [at, { isSlow, conversation }] of this.watchers.entries()) {
      if (isSlow) continue;
      const { snapshot } = await this.pieces.services.sessions.snapshot(this.sessionIds[at] as string);
      if (json(toSnapshot(conversation)) !== json(snapshot))
        throw new Error("A watcher holds something else.");
      if (conversation.faults.count > 0) throw new Error(json(conversation.faults));
    }
  }
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** The fields in which both sides are compared. */
function viewOfModel({ said, runs, queue, isPaused, asks }: ModelSession) {
  return {
    said,
    runs: runs.map(({ outcome }) => outcome),
    queue: queue.map(({ text }) => text),
    isPaused,
    pending: asks.filter((ask) => ask === "pending").length,
  };
}

function viewOf(conversation: Conversation) {
  const queue = conversation.agents.get("agent")?.queue;
  return {
    said: conversation.main.entries
      .slice()
      .flatMap((entry) => (entry.kind === "message" && entry.role === "user" ? [entry.body.toString()] : [])),
    runs: conversation.runs.slice().map(({ outcome }) => outcome),
    queue: queue?.items.map(({ text }) => text) ?? [],
    isPaused: (queue?.paused ?? null) !== null,
    pending: conversation.pendingAsks.size,
  };
}
