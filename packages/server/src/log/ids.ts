import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Makes ULIDs that never go back, also when the clock does. */
export function idMaker(now: () => number): () => string {
  let lastTime = 0;
  let lastRandom = 0n;
  return () => {
    const time = now();
    if (time > lastTime) {
      lastTime = time;
      // One bit is left free, so that counting up never runs over.
      lastRandom = BigInt(`0x${randomBytes(10).toString("hex")}`) >> 1n;
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
