import { crc32 } from "node:zlib";

/**
 * CRC-32 guards each line against a disk that forgets: it notices every flipped bit and every burst of up to 32,
 * and native code computes it faster than the row is bound. It is no seal: who can write the file can write the
 * checksum, so a cryptographic hash would only cost more.
 */

export function sessionSeed(sessionId: string): number {
  return crc32(sessionId);
}

/** Of a line and of its place: the same line under another session, seq or rev has another checksum. */
export function lineChecksum(seed: number, seq: number, rev: number, line: string): number {
  // Odd factors keep every bit of seq and rev, and differ so that the two cannot cancel each other out.
  return crc32(line, (seed ^ Math.imul(seq, 0x9e3779b1) ^ Math.imul(rev, 0x85ebca6b)) >>> 0);
}
