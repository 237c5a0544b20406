/**
 * A persistent list: `push` and `set` return a new list that shares all but one path with the old one, so they cost the same at
 * ten and at a million items. A 16-way trie whose last leaf and last item are stored separately, because nearly every change of
 * a conversation happens at its end.
 *
 * The last leaf is shared with longer lists that grew from this one, which is safe because items are only ever added to it: a
 * list reads as many items as its length, and one that is no longer the longest copies them first.
 */

const BITS = 4;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

type Node = readonly unknown[];

export class Vector<T> implements Iterable<T> {
  static readonly empty: Vector<never> = new Vector<never>(0, BITS, [], [], undefined as never);

  readonly length: number;
  /** How many bits to shift an index to get its slot in the root. */
  private readonly shift: number;
  private readonly root: Node;
  private readonly tail: T[];
  private readonly last: T;

  private constructor(length: number, shift: number, root: Node, tail: T[], last: T) {
    this.length = length;
    this.shift = shift;
    this.root = root;
    this.tail = tail;
    this.last = last;
  }

  static from<T>(items: Iterable<T>): Vector<T> {
    let vector: Vector<T> = Vector.empty;
    for (const item of items) vector = vector.push(item);
    return vector;
  }

  get(index: number): T | undefined {
    if (index === this.length - 1) return this.last;
    if (index < 0 || index >= this.length) return undefined;
    return this.leafFor(index)[index & MASK] as T;
  }

  /** Like `get`; negative indexes count from the end. */
  at(index: number): T | undefined {
    return this.get(index < 0 ? this.length + index : index);
  }

  push(item: T): Vector<T> {
    const { length, shift, root, tail, last } = this;
    if (length === 0) return new Vector(1, shift, root, tail, item);
    const stored = length - 1;
    const count = stored - this.tailStart;
    if (count === WIDTH) {
      const overflows = stored >>> BITS > 1 << shift;
      const grown = overflows ? [root, newPath(shift, tail)] : pushLeaf(root, shift, stored - 1, tail);
      return new Vector(length + 1, overflows ? shift + BITS : shift, grown, [last], item);
    }
    const isLongest = count > 0 && tail.length === count;
    const grown = isLongest ? tail : tail.slice(0, count);
    grown.push(last);
    return new Vector(length + 1, shift, root, grown, item);
  }

  set(index: number, item: T): Vector<T> {
    const { length, shift, root, tail, last, tailStart } = this;
    if (index === length - 1 && length > 0) return new Vector(length, shift, root, tail, item);
    if (index < 0 || index >= length) throw new RangeError(`no item ${index} in a list of ${length}`);
    if (index >= tailStart) {
      const changed = tail.slice(0, length - 1 - tailStart);
      changed[index - tailStart] = item;
      return new Vector(length, shift, root, changed, last);
    }
    return new Vector(length, shift, setAt(root, shift, index, item), tail, last);
  }

  slice(start = 0, end: number = this.length): T[] {
    const from = Math.max(0, start < 0 ? this.length + start : start);
    const to = Math.min(this.length, end < 0 ? this.length + end : end);
    const items: T[] = [];
    const stored = Math.min(to, this.length - 1);
    for (let index = from; index < stored; ) {
      const leaf = this.leafFor(index);
      const base = index & ~MASK;
      const stop = Math.min(stored - base, leaf.length);
      for (let slot = index - base; slot < stop; slot++) items.push(leaf[slot] as T);
      index = base + stop;
    }
    if (to === this.length && from < to) items.push(this.last);
    return items;
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let base = 0; base < this.length; base += WIDTH) yield* this.slice(base, base + WIDTH);
  }

  /** The index of the last leaf's first item. */
  private get tailStart(): number {
    return this.length < 2 ? 0 : ((this.length - 2) >>> BITS) << BITS;
  }

  private leafFor(index: number): Node {
    if (index >= this.tailStart) return this.tail;
    let node = this.root;
    for (let level = this.shift; level > 0; level -= BITS) node = node[(index >>> level) & MASK] as Node;
    return node;
  }
}

function newPath(level: number, leaf: Node): Node {
  return level === 0 ? leaf : [newPath(level - BITS, leaf)];
}

function pushLeaf(node: Node, level: number, lastIndex: number, leaf: Node): Node {
  const slot = (lastIndex >>> level) & MASK;
  const copy = node.slice();
  const child = node[slot] as Node | undefined;
  copy[slot] =
    level === BITS
      ? leaf
      : child
        ? pushLeaf(child, level - BITS, lastIndex, leaf)
        : newPath(level - BITS, leaf);
  return copy;
}

function setAt(node: Node, level: number, index: number, item: unknown): Node {
  const copy = node.slice();
  const slot = (index >>> level) & MASK;
  copy[slot] = level === 0 ? item : setAt(node[slot] as Node, level - BITS, index, item);
  return copy;
}
