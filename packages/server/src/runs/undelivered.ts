import type { Actor, Prompt } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { Commit, EventStore } from "../store/store.ts";

type Documents = NonNullable<Commit["documents"]>;

/** A prompt that is in the log and that no program was given yet. */
export interface Undelivered {
  readonly agentId: string;
  readonly prompt: Prompt;
  readonly by?: Actor | undefined;
  /** It was sent to a run that already had its prompt. */
  readonly steers: boolean;
  /** The program is given it as soon as it is written, and did not say yet whether it takes it. */
  readonly isGiven?: boolean | undefined;
}

export interface FoundUndelivered extends Undelivered {
  readonly sessionId: string;
  readonly id: string;
}

const UNDELIVERED = "undelivered_prompt";

/**
 * The prompts of a session that still have to reach their program. Each has a document, written in the same commit as its
 * message. Right before the program is given the prompt, the document of a run is removed; that of a message to a run at
 * work says so, until the program takes or refuses it. After a crash the documents that are left tell what nobody got;
 * what a program may have seen is never given again without a person.
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

  /** To be written with the message. `id` is its run, or its own where it steers a run. */
  kept(id: string, prompt: Undelivered): Documents {
    return [{ kind: UNDELIVERED, key: keyOf(this.session.sessionId, id), value: prompt }];
  }

  /** Its document is written. */
  add(id: string, prompt: Undelivered): void {
    this.prompts.set(id, prompt);
  }

  /** To be written with whatever makes it obsolete. */
  removed(id: string): Documents {
    return this.prompts.delete(id) ? this.gone(id) : [];
  }

  /** To be written when the session is changed from outside its log. */
  removedAll(): Documents {
    return [...this.prompts.keys()].flatMap((id) => this.removed(id));
  }

  /** Call right before the program is given the prompt: it may have seen it from then on. */
  async delivering(id: string): Promise<void> {
    const prompt = this.prompts.get(id);
    if (prompt === undefined || prompt.isGiven === true) return;
    const documents = prompt.steers ? this.kept(id, { ...prompt, isGiven: true }) : this.removed(id);
    await this.log.append(this.session, { bodies: [], documents, refusable: false });
  }

  /** The program took it. */
  async delivered(id: string): Promise<void> {
    const documents = this.removed(id);
    if (documents.length > 0)
      await this.log.append(this.session, { bodies: [], documents, refusable: false });
  }

  private gone(id: string): Documents {
    return [{ kind: UNDELIVERED, key: keyOf(this.session.sessionId, id), value: null }];
  }
}

/** What a server before this one could not deliver, in the order in which it was sent. */
export async function findUndelivered(store: EventStore): Promise<FoundUndelivered[]> {
  const found = (await store.documents(UNDELIVERED)).map(({ key, value }) => {
    const [sessionId, id] = JSON.parse(key) as [string, string];
    return { ...(value as Undelivered), sessionId, id };
  });
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Removes the document of a prompt whose session or run does not exist any more. */
export async function forgetUndelivered(
  store: EventStore,
  { sessionId, id }: FoundUndelivered,
): Promise<void> {
  await store.commit({ documents: [{ kind: UNDELIVERED, key: keyOf(sessionId, id), value: null }] });
}

function keyOf(sessionId: string, id: string): string {
  return JSON.stringify([sessionId, id]);
}
