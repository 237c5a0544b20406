import { type PolylogEvent, parseEvent } from "@polylog/core";
import { allRows, change, oneRow } from "../sqlite/rows.ts";
import { skipDamagedPages } from "../sqlite/skip-damaged-pages.ts";
import type { Statements } from "../sqlite/statements.ts";
import { indexText, searchableText } from "./search-text.ts";

/** Texts indexed together, because each write to the index rewrites several pages. */
const textsAtOnce = 16;
/** The maximum number of events that a search scans for unindexed texts. */
const eventsAtMost = 5000;

export interface TextRow {
  readonly position: number;
  readonly line: string;
}

/**
 * Adds texts to the search index in batches. A search also scans the newest texts, so it always finds committed ones.
 */
export class SearchIndex {
  private readonly statements: Statements;
  /** An upper bound of the number of unindexed texts. */
  private texts = 0;
  /** The position up to which texts are indexed. */
  private indexed = 0;
  /** Whether this process wrote the unindexed texts, so that they are not damaged. */
  private isKnown = false;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  /** Reloads the indexed position. If texts are missing, their number is unknown, so indexing is due. */
  refresh(position: number): void {
    this.indexed = oneRow<{ indexed: number }>(this.statements.indexed)?.indexed ?? 0;
    this.isKnown = this.indexed >= position;
    this.texts = this.isKnown ? 0 : textsAtOnce;
  }

  /** Indexes a text now, whatever position the index has reached. */
  add(position: number, event: PolylogEvent): void {
    const text = searchableText(event);
    if (text !== null) change(this.statements.indexText, position, indexText(text));
  }

  /** Adds to the number of unindexed texts. */
  note(texts: number): void {
    this.texts += texts;
  }

  /** Whether there are enough unindexed texts up to this position. */
  isDue(position: number): boolean {
    return this.texts >= textsAtOnce || position - this.indexed >= eventsAtMost;
  }

  /** Whether they may be read inside a transaction, which cannot be committed after it reads a damaged page. */
  isDueInTransaction(position: number): boolean {
    return this.isKnown && this.isDue(position);
  }

  /** The unindexed texts up to this position. Damaged texts cannot be found; reading their session reports the damage. */
  missingTexts(position: number): TextRow[] {
    const { unindexed, unindexedAt, positionsAfter } = this.statements;
    const { indexed } = this;
    return [
      ...skipDamagedPages<TextRow>(
        () => unindexed.iterate(indexed, position),
        () =>
          allRows<{ position: number }>(positionsAfter, indexed, position + 1, -1).map((row) => row.position),
        (at) => oneRow(unindexedAt, at),
      ),
    ];
  }

  /** Called inside a transaction, after its events. Texts between `position` and `indexed` are already indexed. */
  write(rows: readonly TextRow[], position: number, indexed = position): void {
    const { setIndexed } = this.statements;
    for (const row of rows) {
      const parsed = typeof row.line === "string" ? parseEvent(row.line) : null;
      if (parsed?.ok === true) this.add(row.position, parsed.event);
    }
    change(setIndexed, indexed);
    this.texts = 0;
    this.indexed = indexed;
    this.isKnown = true;
  }
}
