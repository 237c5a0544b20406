import type { Actor, Prompt } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { Commit, EventStore } from "../store/store.ts";

type Documents = NonNullable<Commit["documents"]>;

/** A logged prompt that was not sent to a program yet. */
export interface Undelivered {
  readonly agentId: string;
  readonly prompt: Prompt;
  readonly by?: Actor | undefined;
  /** It steers a run that already had its prompt. */
  readonly steers: boolean;
  /** It is sent to the program as soon as it is written, but the program has not accepted or rejected it yet. */
  readonly isGiven?: boolean | undefined;
}

export interface FoundUndelivered extends Undelivered {
  readonly sessionId: string;
  readonly id: string;
}

const UNDELIVERED = "undelivered_prompt";

/**
 * The prompts of a session that were not delivered to their program yet. Each has a document, written in one commit with
 * its message. Right before delivery, the document of a run's prompt is deleted; the document of a steering message is
 * marked until the program accepts or rejects it. After a crash the remaining documents identify undelivered prompts. A
 * prompt that a program may have seen is never sent again without a person.
 */
export class UndeliveredPrompts {
  private readonly session: LiveSession;
  private readonly log: Log;
  private readonly prompts = new Map<string, Undelivered>();

  constructor(session: LiveSession, log: Log) {
    this.session = session;
    this.log = log;
  }

  has(id: string): boolean {
    return this.prompts.has(id);
  }

  /** To write with the message. `id` is its run, or its own id if it steers a run. */
  kept(id: string, prompt: Undelivered): Documents {
    return [{ kind: UNDELIVERED, key: keyOf(this.session.sessionId, id), value: prompt }];
  }

  /** Its document is written. */
  add(id: string, prompt: Undelivered): void {
    this.prompts.set(id, prompt);
  }

  /** To write with the event that makes the document obsolete. */
  removed(id: string): Documents {
    if (!this.prompts.delete(id)) return [];
    return [{ kind: UNDELIVERED, key: keyOf(this.session.sessionId, id), value: null }];
  }

  /** To write when the session is changed from outside its log. */
  removedAll(): Documents {
    return [...this.prompts.keys()].flatMap((id) => this.removed(id));
  }

  /** Call right before the prompt is sent to the program, which may have seen it from then on. */
  async delivering(id: string): Promise<void> {
    const prompt = this.prompts.get(id);
    if (prompt === undefined || prompt.isGiven === true) return;
    const documents = prompt.steers ? this.kept(id, { ...prompt, isGiven: true }) : this.removed(id);
    await this.log.append(this.session, { bodies: [], documents, refusable: false });
  }

  /** The program accepted it. */
  async delivered(id: string): Promise<void> {
    const documents = this.removed(id);
    if (documents.length > 0)
      await this.log.append(this.session, { bodies: [], documents, refusable: false });
  }
}

/** The prompts that an earlier server process did not deliver, in the order they were sent. */
export async function findUndelivered(store: EventStore): Promise<FoundUndelivered[]> {
  const found = (await store.documents(UNDELIVERED)).map(({ key, value }) => {
    const [sessionId, id] = JSON.parse(key) as [string, string];
    return { ...(value as Undelivered), sessionId, id };
  });
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Deletes the document of a prompt whose session or run no longer exists. */
export async function forgetUndelivered(
  store: EventStore,
  { sessionId, id }: FoundUndelivered,
): Promise<void> {
  await store.commit({ documents: [{ kind: UNDELIVERED, key: keyOf(sessionId, id), value: null }] });
}

function keyOf(sessionId: string, id: string): string {
  return JSON.stringify([sessionId, id]);
}
