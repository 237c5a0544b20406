import { type PolylogEvent, parseEvent } from "@polylog/core";
import { allRows, change, oneRow } from "../sqlite/rows.ts";
import { skipDamagedPages } from "../sqlite/skip-damaged-pages.ts";
import type { Statements } from "../sqlite/statements.ts";
import { indexText, searchableText } from "./search-text.ts";

/** Texts that go into the index together: each time it writes several pages anew, however little comes in. */
const textsAtOnce = 16;
/** Events that a search looks through for those that are not in it yet, at most. */
const eventsAtMost = 5000;

export interface TextRow {
  readonly position: number;
  readonly line: string;
}

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
  /** Whether what is not in it was written by this process, and so is not damaged. */
  private isKnown = false;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  /** Reads anew how far it has come. Where it lacks something, it is not known how much, so it is due. */
  refresh(position: number): void {
    this.indexed = oneRow<{ indexed: number }>(this.statements.indexed)?.indexed ?? 0;
    this.isKnown = this.indexed >= position;
    this.texts = this.isKnown ? 0 : textsAtOnce;
  }

  /** Puts a text there now, whatever position the index has come to. */
  add(position: number, event: PolylogEvent): void {
    const text = searchableText(event);
    if (text !== null) change(this.statements.indexText, position, indexText(text));
  }

  /** So many texts were written. */
  note(texts: number): void {
    this.texts += texts;
  }

  /** Whether there are enough of them up to this position. */
  isDue(position: number): boolean {
    return this.texts >= textsAtOnce || position - this.indexed >= eventsAtMost;
  }

  /** Whether they may be read inside a transaction: one that hits a damaged page cannot be committed. */
  isDueInTransaction(position: number): boolean {
    return this.isKnown && this.isDue(position);
  }

  /** What it lacks up to this position. Damaged texts cannot be found; whoever reads them is told. */
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

  /** Inside a transaction, after its events. Those between `position` and `indexed` are in the index already. */
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
