import { crc32 } from "node:zlib";

/**
 * CRC-32 protects each line against disk errors: it detects every flipped bit and every burst of up to 32, and native code
 * computes it faster than binding the row. It does not protect against tampering, and neither could a cryptographic hash
 * in the same file.
 */

export function sessionSeed(sessionId: string): number {
  return crc32(sessionId);
}

/** Covers a line and its place: the same line under another session, seq or rev has a different checksum. */
export function lineChecksum(seed: number, seq: number, rev: number, line: string): number {
  // Odd factors keep every bit of seq and rev, and differ so that the two cannot cancel each other out.
  return crc32(line, (seed ^ Math.imul(seq, 0x9e3779b1) ^ Math.imul(rev, 0x85ebca6b)) >>> 0);
}
