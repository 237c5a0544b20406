/**
 * A persistent map from strings: `set` and `delete` return a new map that shares nearly all of the old one. A hash trie
 * (32-way, five bits of the key's hash per level). Keys come from agents, so a key such as `__proto__` must not be special:
 * keys are compared, never used as property names.
 */

const BITS = 5;
const MASK = 31;
const MAX_SHIFT = 30;

interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
}
interface Collision<V> {
  readonly hash: number;
  readonly leaves: readonly Leaf<V>[];
}
interface Branch<V> {
  readonly bitmap: number;
  readonly children: readonly Node<V>[];
}
type Node<V> = Leaf<V> | Collision<V> | Branch<V>;

export class Dict<V> implements Iterable<[string, V]> {
  static readonly empty: Dict<never> = new Dict<never>(0, null);

  readonly size: number;
  private readonly root: Node<V> | null;

  private constructor(size: number, root: Node<V> | null) {
    this.size = size;
    this.root = root;
  }

  static from<V>(pairs: Iterable<readonly [string, V]>): Dict<V> {
    let dict: Dict<V> = Dict.empty;
    for (const [key, value] of pairs) dict = dict.set(key, value);
    return dict;
  }

  get(key: string): V | undefined {
    return this.root === null ? undefined : find(this.root, key, hashOf(key));
  }
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: V): Dict<V> {
    const hash = hashOf(key);
    const leaf: Leaf<V> = { hash, key, value };
    if (this.root === null) return new Dict(1, leaf);
    const grew = find(this.root, key, hash) === undefined ? 1 : 0;
    return new Dict(this.size + grew, insert(this.root, leaf, 0));
  }

  delete(key: string): Dict<V> {
    if (this.root === null) return this;
    const hash = hashOf(key);
    if (find(this.root, key, hash) === undefined) return this;
    return new Dict(this.size - 1, remove(this.root, key, hash, 0));
  }

  *[Symbol.iterator](): IterableIterator<[string, V]> {
    if (this.root !== null) yield* walk(this.root);
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this) yield value;
  }
}

/** A key is often read and then set. Comparing it with the last one is cheaper than searching again. */
let recentKey = "";
let recentHash = mix("");

function hashOf(key: string): number {
  if (key !== recentKey) {
    recentHash = mix(key);
    recentKey = key;
  }
  return recentHash;
}

/** FNV-1a over UTF-16 units, with a final mix because neighboring ids differ only in their last letters. */
function mix(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function slotOf(bitmap: number, bit: number): number {
  let below = bitmap & (bit - 1);
  below -= (below >>> 1) & 0x55555555;
  below = (below & 0x33333333) + ((below >>> 2) & 0x33333333);
  return Math.imul((below + (below >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function find<V>(root: Node<V>, key: string, hash: number): V | undefined {
  let node = root;
  for (let shift = 0; ; shift += BITS) {
    if ("bitmap" in node) {
      const bit = 1 << ((hash >>> shift) & MASK);
      if ((node.bitmap & bit) === 0) return undefined;
      node = node.children[slotOf(node.bitmap, bit)] as Node<V>;
    } else if ("key" in node) {
      return node.key === key ? node.value : undefined;
    } else {
      return node.leaves.find((leaf) => leaf.key === key)?.value;
    }
  }
}

function insert<V>(node: Node<V>, leaf: Leaf<V>, shift: number): Node<V> {
  if ("bitmap" in node) {
    const bit = 1 << ((leaf.hash >>> shift) & MASK);
    const slot = slotOf(node.bitmap, bit);
    if ((node.bitmap & bit) === 0)
      return { bitmap: node.bitmap | bit, children: withInserted(node.children, slot, leaf) };
    const children = node.children.slice();
    children[slot] = insert(node.children[slot] as Node<V>, leaf, shift + BITS);
    return { bitmap: node.bitmap, children };
  }
  if ("key" in node && node.key === leaf.key) return leaf;
  if (node.hash === leaf.hash && shift > MAX_SHIFT) {
    const leaves = "leaves" in node ? node.leaves : [node];
    return { hash: leaf.hash, leaves: [...leaves.filter((other) => other.key !== leaf.key), leaf] };
  }
  const branch: Branch<V> = { bitmap: 1 << ((node.hash >>> shift) & MASK), children: [node] };
  return insert(branch, leaf, shift);
}

/** Written out: `splice` costs more than the rest of an insertion. */
function withInserted<V>(children: readonly Node<V>[], slot: number, leaf: Leaf<V>): Node<V>[] {
  const grown = children.slice();
  grown.push(leaf);
  for (let index = children.length; index > slot; index--) grown[index] = children[index - 1] as Node<V>;
  grown[slot] = leaf;
  return grown;
}

function remove<V>(node: Node<V>, key: string, hash: number, shift: number): Node<V> | null {
  if ("bitmap" in node) {
    const bit = 1 << ((hash >>> shift) & MASK);
    const slot = slotOf(node.bitmap, bit);
    const child = remove(node.children[slot] as Node<V>, key, hash, shift + BITS);
    const children = node.children.slice();
    if (child !== null) {
      children[slot] = child;
      return { bitmap: node.bitmap, children };
    }
    children.splice(slot, 1);
    return children.length === 0 ? null : { bitmap: node.bitmap & ~bit, children };
  }
  if ("key" in node) return null;
  const leaves = node.leaves.filter((leaf) => leaf.key !== key);
  return leaves.length === 0 ? null : { hash: node.hash, leaves };
}

function* walk<V>(node: Node<V>): IterableIterator<[string, V]> {
  if ("key" in node) yield [node.key, node.value];
  else for (const child of "children" in node ? node.children : node.leaves) yield* walk(child);
}
