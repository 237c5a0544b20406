import { parseEvent } from "@polylog/core";
import { allRows, change, oneRow } from "./rows.ts";
import { indexText, searchableText } from "./search-text.ts";
import type { Statements } from "./statements.ts";

/** Texts that go into the index together: each time it writes several pages anew, however little comes in. */
const textsAtOnce = 16;
/** Events that a search looks through for those that are not in it yet, at most. */
const eventsAtMost = 5000;

/**
 * Puts texts into the search index, some of them at once. A search looks through the newest by itself, so it always
 * finds what is committed.
 */
export class SearchIndex {
  private readonly statements: Statements;
  /** Texts that are not in it, or more. */
  private texts = 0;
  /** The position up to which they are. */
  private indexed = 0;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  /** Reads anew how far it has come. */
  refresh(): void {
    this.indexed = oneRow<{ indexed: number }>(this.statements.indexed)?.indexed ?? 0;
    this.texts = oneRow<{ count: number }>(this.statements.countUnindexed, this.indexed)?.count ?? 0;
  }

  /** So many texts were written. */
  note(texts: number): void {
    this.texts += texts;
  }

  /** Whether there are enough of them up to this position. */
  isDue(position: number): boolean {
    return this.texts >= textsAtOnce || position - this.indexed >= eventsAtMost;
  }

  /** Inside a transaction, after its events. */
  write(position: number): void {
    const { unindexed, indexText: index, setIndexed } = this.statements;
    for (const row of allRows<{ position: number; line: string }>(unindexed, this.indexed)) {
      // What is damaged cannot be found; whoever reads it is told.
      const parsed = typeof row.line === "string" ? parseEvent(row.line) : null;
      const text = parsed?.ok === true ? searchableText(parsed.event) : null;
      if (text !== null) change(index, row.position, indexText(text));
    }
    change(setIndexed, position);
    this.texts = 0;
    this.indexed = position;
  }
}
