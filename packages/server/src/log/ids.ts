import { randomFillSync } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const TIME_CHARS = 10;
const RANDOM_CHARS = 16;
/** A pool, because requesting few random bytes at a time dominates the cost. */
const pool = Buffer.alloc(RANDOM_CHARS * 256);
let used = pool.length;

/** Creates ULIDs that always increase, even if the clock is set back. */
export function idMaker(now: () => number): () => string {
  let lastTime = 0;
  let time = "";
  /** Five bits each, most significant first. */
  const digits = new Uint8Array(RANDOM_CHARS);
  return () => {
    const at = now();
    if (at > lastTime) {
      lastTime = at;
      time = timeChars(at);
      draw(digits);
    } else {
      countUp(digits);
    }
    let random = "";
    for (const digit of digits) random += alphabet[digit];
    return time + random;
  };
}

function draw(digits: Uint8Array): void {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let index = 0; index < RANDOM_CHARS; index++) digits[index] = (pool[used++] as number) & 31;
  // One bit stays zero, so that incrementing never overflows.
  digits[0] = (digits[0] as number) & 15;
}

function countUp(digits: Uint8Array): void {
  for (let index = RANDOM_CHARS - 1; index >= 0; index--) {
    const digit = digits[index] as number;
    digits[index] = (digit + 1) & 31;
    if (digit !== 31) return;
  }
}

function timeChars(time: number): string {
  let rest = time;
  let text = "";
  for (let index = 0; index < TIME_CHARS; index++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
