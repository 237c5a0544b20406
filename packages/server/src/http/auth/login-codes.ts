import type { Role } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import type { Clocks } from "./clocks.ts";
import { findByHash, hashOf, newCode, type SecretHash } from "./secrets.ts";

interface OpenCode {
  readonly hash: SecretHash;
  readonly role: Role;
  readonly name: string;
  /** When it expires, in elapsed time. */
  readonly endsAt: number;
}

/** One-time codes to sign in a browser, valid for a minute. They are in memory only and end with the server. */
export class LoginCodes {
  private open: OpenCode[] = [];
  private readonly lifeMs: number;
  private readonly most: number;
  private readonly clocks: Clocks;

  constructor(lifeMs: number, most: number, clocks: Clocks) {
    this.lifeMs = lifeMs;
    this.most = most;
    this.clocks = clocks;
  }

  make(role: Role, name: string): { readonly code: string; readonly expiresTs: number } {
    this.forgetExpired();
    if (this.open.length >= this.most) {
      throw new PolylogError(
        "too_many_requests",
        "Too many unused sign-in codes. They expire within a minute; retry then.",
      );
    }
    const code = newCode();
    const { now, elapsed } = this.clocks;
    this.open.push({ hash: hashOf(code), role, name, endsAt: elapsed() + this.lifeMs });
    return { code, expiresTs: now() + this.lifeMs };
  }

  /** Returns the role and name that the code was created for, and invalidates it. */
  take(code: string): { readonly role: Role; readonly name: string } | null {
    this.forgetExpired();
    const found = findByHash(this.open, hashOf(code));
    this.open = this.open.filter((other) => other !== found);
    return found;
  }

  private forgetExpired(): void {
    const now = this.clocks.elapsed();
    this.open = this.open.filter(({ endsAt }) => endsAt > now);
  }
}
