import { z } from "zod";
import type { EventStore } from "../store/store.ts";

/** The folders of which a person said that what they bring along may run, by their real paths. */

const KIND = "trust";
const hash = z.string().nullable().optional();
const stored = z.object({ trustedTs: z.number(), content: hash, programs: hash });

/** What a person said of a folder. */
export interface Trusted {
  readonly trustedTs: number;
  /** What the folder's configuration held then; null where there was none, undefined where that was not noted. */
  readonly content?: string | null | undefined;
  /** The same of what it held for agent programs. */
  readonly programs?: string | null | undefined;
}

export class Trust {
  private readonly store: Pick<EventStore, "document" | "documents" | "commit">;
  private readonly now: () => number;

  constructor(store: Pick<EventStore, "document" | "documents" | "commit">, now: () => number) {
    this.store = store;
    this.now = now;
  }

  async of(root: string): Promise<Trusted | null> {
    return stored.safeParse(await this.store.document(KIND, root)).data ?? null;
  }

  async folders(): Promise<string[]> {
    return (await this.store.documents(KIND)).map(({ key }) => key);
  }

  async give(root: string, of: Required<Omit<Trusted, "trustedTs">>): Promise<void> {
    const value: Trusted = { trustedTs: this.now(), ...of };
    await this.store.commit({ documents: [{ kind: KIND, key: root, value }] });
  }

  async take(root: string): Promise<void> {
    await this.store.commit({ documents: [{ kind: KIND, key: root, value: null }] });
  }
}
