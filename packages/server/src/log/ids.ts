import { randomFillSync } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const RANDOM_BYTES = 10;
/** Asking for so little randomness at a time costs more than all the rest. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

function random(): bigint {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString("hex", used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return BigInt(`0x${hex}`);
}

/** Makes ULIDs that never go back, also when the clock does. */
export function idMaker(now: () => number): () => string {
  let lastTime = 0;
  let lastRandom = 0n;
  return () => {
    const time = now();
    if (time > lastTime) {
      lastTime = time;
      // One bit is left free, so that counting up never runs over.
      lastRandom = random() >> 1n;
    } else {
      lastRandom += 1n;
    }
    return encode(BigInt(lastTime), 10) + encode(lastRandom, 16);
  };
}

function encode(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index++) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}
