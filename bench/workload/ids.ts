import type { Random } from "../random.ts";

/** Ids with the shape and length of real ones, because their bytes are a large part of every line. */

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function ulid(random: Random, ts: number): string {
  let time = "";
  for (let rest = ts, index = 0; index < 10; index++, rest = Math.floor(rest / 32)) {
    time = CROCKFORD[rest % 32] + time;
  }
  return time + random.letters(CROCKFORD, 16);
}

export function responseId(random: Random): string {
  return `msg_01${random.letters(BASE58, 22)}`;
}

export function callId(random: Random): string {
  return `toolu_01${random.letters(BASE58, 22)}`;
}
