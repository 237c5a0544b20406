import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Secrets are made here and kept only as their hashes. */

/** 256 bits; the prefix lets secret scanners find one that was pasted somewhere. */
export function newToken(): string {
  return `polylog_${randomBytes(32).toString("base64url")}`;
}

/** 128 bits, for a code that lives a minute and is used once. */
export function newCode(): string {
  return randomBytes(16).toString("base64url");
}

export type SecretHash = Buffer;

export function hashOf(secret: string): SecretHash {
  return createHash("sha256").update(secret).digest();
}

/**
 * The entry whose hash this is. All of them are compared, each in constant time: how long it takes tells nothing
 * about how close a guess came.
 */
export function findByHash<T extends { readonly hash: SecretHash }>(
  entries: Iterable<T>,
  hash: SecretHash,
): T | null {
  let found: T | null = null;
  for (const entry of entries) if (timingSafeEqual(entry.hash, hash)) found = entry;
  return found;
}
