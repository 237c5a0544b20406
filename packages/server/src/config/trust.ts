import { z } from "zod";
import type { EventStore } from "../store/store.ts";

/** The folders that a person trusted to run their own agents and files, by their real paths. */

const KIND = "trust";

/** The hash of each file, by its path relative to the folder. */
export type Manifest = Readonly<Record<string, string>>;

const stored = z.object({ trustedTs: z.number(), files: z.record(z.string(), z.string()).optional() });

/** A person's decision to trust a folder. */
export interface Trusted {
  readonly trustedTs: number;
  /** The files at that time. Empty in a record of an older version, so that every file counts as new. */
  readonly files: Manifest;
}

export class Trust {
  private readonly store: Pick<EventStore, "document" | "documents" | "commit">;
  private readonly now: () => number;

  constructor(store: Pick<EventStore, "document" | "documents" | "commit">, now: () => number) {
    this.store = store;
    this.now = now;
  }

  async of(root: string): Promise<Trusted | null> {
    const trusted = stored.safeParse(await this.store.document(KIND, root)).data;
    return trusted === undefined ? null : { trustedTs: trusted.trustedTs, files: trusted.files ?? {} };
  }

  async folders(): Promise<string[]> {
    return (await this.store.documents(KIND)).map(({ key }) => key);
  }

  async give(root: string, files: Manifest): Promise<void> {
    const value: Trusted = { trustedTs: this.now(), files };
    await this.store.commit({ documents: [{ kind: KIND, key: root, value }] });
  }

  async take(root: string): Promise<void> {
    await this.store.commit({ documents: [{ kind: KIND, key: root, value: null }] });
  }
}
