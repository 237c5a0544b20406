import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Creates secrets. Only their hashes are stored. */

/** 256 bits. The prefix lets secret scanners recognize a leaked token. */
export function newToken(): string {
  return `polylog_${randomBytes(32).toString("base64url")}`;
}

/** 128 bits, for a one-time code that lives for a minute. */
export function newCode(): string {
  return randomBytes(16).toString("base64url");
}

export type SecretHash = Buffer;

export function hashOf(secret: string): SecretHash {
  return createHash("sha256").update(secret).digest();
}

/**
 * The entry with this hash. All entries are compared, each in constant time, so that the duration reveals nothing about
 * how close a guess was.
 */
export function findByHash<T extends { readonly hash: SecretHash }>(
  entries: Iterable<T>,
  hash: SecretHash,
): T | null {
  let found: T | null = null;
  for (const entry of entries) if (timingSafeEqual(entry.hash, hash)) found = entry;
  return found;
}
