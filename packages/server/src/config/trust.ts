import { z } from "zod";
import type { EventStore } from "../store/store.ts";

/** The folders of which a person said that what they bring along may run, by their real paths. */

const KIND = "trust";
const stored = z.object({ trustedTs: z.number() });

export class Trust {
  private readonly store: Pick<EventStore, "document" | "documents" | "commit">;
  private readonly now: () => number;

  constructor(store: Pick<EventStore, "document" | "documents" | "commit">, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** When it was said; null where it was not. */
  async since(root: string): Promise<number | null> {
    return stored.safeParse(await this.store.document(KIND, root)).data?.trustedTs ?? null;
  }

  async folders(): Promise<string[]> {
    return (await this.store.documents(KIND)).map(({ key }) => key);
  }

  async set(root: string, trusted: boolean): Promise<void> {
    const value = trusted ? { trustedTs: this.now() } : null;
    await this.store.commit({ documents: [{ kind: KIND, key: root, value }] });
  }
}
