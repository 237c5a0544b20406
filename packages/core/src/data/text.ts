import { limits } from "../limits.ts";

/**
 * A text built from pieces that state their offset. A repeat is detected by its offset and ignored, an overlap adds its tail,
 * and a gap is recorded and never filled by guessing.
 *
 * Every piece creates a new `Text`, and pieces are joined only when the text is read: joining on every delta would copy the
 * whole message each time. The pieces are shared, which is safe because they are only ever added: a `Text` reads the first
 * `count` of them, and one that is no longer the newest copies them before it adds another.
 */
export class Text {
  static readonly empty: Text = new Text(newPieces([]), 0, 0, 0, 0, [], false);

  /** The number of characters held. */
  readonly length: number;
  /** The offset at which this text begins: not 0 if it continues an earlier one. */
  readonly base: number;
  /** The end offset of the pieces so far. */
  readonly end: number;
  readonly gaps: readonly Gap[];
  /** It is longer than a conversation may hold; the rest is only in the log. */
  readonly cut: boolean;
  private readonly pieces: Pieces;
  private readonly count: number;

  private constructor(
    pieces: Pieces,
    count: number,
    length: number,
    base: number,
    end: number,
    gaps: readonly Gap[],
    cut: boolean,
  ) {
    this.pieces = pieces;
    this.count = count;
    this.length = length;
    this.base = base;
    this.end = end;
    this.gaps = gaps;
    this.cut = cut;
  }

  /** An empty text that begins at an offset. */
  static startingAt(base: number): Text {
    return base === 0 ? Text.empty : new Text(newPieces([]), 0, 0, base, base, [], false);
  }

  /** The complete text as its sender states it, from `base` on. */
  static of(whole: string, base = 0): Text {
    return Text.restore({ text: base === 0 ? whole : detached(whole.slice(base)), base, end: whole.length });
  }

  static restore({ text, base = 0, end = base + text.length, gaps = [], cut = false }: StoredText): Text {
    const fits = text.length <= limits.entryText;
    const held = boundedText(text);
    if (held === "" && end === 0 && gaps.length === 0 && !cut) return Text.empty;
    const list = held === "" ? [] : [held];
    return new Text(newPieces(list), list.length, held.length, base, end, gaps, cut || !fits);
  }

  /** The text with a piece added; the same object if the piece adds nothing new. */
  grow(offset: number, piece: string): Text {
    const { end, length } = this;
    const newEnd = offset + piece.length;
    if (newEnd <= end || piece === "") return this;
    let tail = offset < end ? detached(piece.slice(end - offset)) : piece;
    const fits = tail.length <= limits.entryText - length;
    if (!fits) tail = detached(tail.slice(0, limits.entryText - length));
    let { pieces, count } = this;
    if (tail !== "") {
      // The shared list of the empty text must stay empty.
      if (count === 0 || pieces.list.length !== count) pieces = newPieces(pieces.list.slice(0, count));
      pieces.list[count] = tail;
      count++;
    }
    const gaps = offset > end ? withGap(this.gaps, length, offset - end) : this.gaps;
    return new Text(pieces, count, length + tail.length, this.base, newEnd, gaps, this.cut || !fits);
  }

  toString(): string {
    const { pieces, count } = this;
    if (pieces.joinedCount > count) return pieces.list.slice(0, count).join("");
    if (pieces.joinedCount < count) {
      pieces.joined += pieces.list.slice(pieces.joinedCount, count).join("");
      pieces.joinedCount = count;
    }
    return pieces.joined;
  }

  /** The text from position `start` on, without joining the pieces before it. */
  from(start: number): string {
    if (start <= 0) return this.toString();
    const parts: string[] = [];
    let end = this.length;
    for (let index = this.count - 1; index >= 0 && end > start; index--) {
      const piece = this.pieces.list[index] as string;
      const begin = end - piece.length;
      parts.push(begin >= start ? piece : piece.slice(start - begin));
      end = begin;
    }
    return parts.reverse().join("");
  }

  toJSON(): StoredText | string {
    const { base, end, gaps, cut } = this;
    const text = this.toString();
    return base === 0 && end === text.length && gaps.length === 0 && !cut
      ? text
      : { text, base, end, gaps, cut };
  }
}

/** `missing` characters were never received at `at`. The complete text fills the gap when it arrives. */
export interface Gap {
  readonly at: number;
  readonly missing: number;
}

export interface StoredText {
  readonly text: string;
  readonly base?: number;
  readonly end?: number;
  readonly gaps?: readonly Gap[];
  readonly cut?: boolean;
}

interface Pieces {
  readonly list: string[];
  /** The part joined so far, and how many pieces it covers. */
  joined: string;
  joinedCount: number;
}

function newPieces(list: string[]): Pieces {
  return { list, joined: "", joinedCount: 0 };
}

/** Limits the text to the length that a conversation may hold. */
export function boundedText(text: string): string {
  return text.length <= limits.entryText ? text : detached(text.slice(0, limits.entryText));
}

/** Copies the text: a substring would keep the whole original string in memory. */
function detached(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}

function withGap(gaps: readonly Gap[], at: number, missing: number): readonly Gap[] {
  const last = gaps[gaps.length - 1];
  if (last === undefined || gaps.length < limits.gaps) return [...gaps, { at, missing }];
  return [...gaps.slice(0, -1), { at: last.at, missing: last.missing + missing }];
}
