// splitmix32: small, well distributed, and the same on every engine because it only uses 32-bit integers.
const goldenGamma = 0x9e3779b9;

function mix(state: number): number {
  let z = state | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/** An integer seed for one member of a family, such as one slot of a rotation. */
export function deriveSeed(seed: number, index: number): number {
  return mix(mix(seed + goldenGamma) + Math.imul(index + 1, goldenGamma));
}

/** A stream of numbers in [0, 1) that depends only on the seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + goldenGamma) | 0;
    return mix(state) / 0x1_0000_0000;
  };
}

/** FNV-1a over UTF-16 units: turns a run or session id into a seed. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
