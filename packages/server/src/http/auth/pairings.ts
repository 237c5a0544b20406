import { randomUUID } from "node:crypto";
import type { Pairing, Role } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import type { Clocks } from "./clocks.ts";
import { findByHash, hashOf, newCode, newToken, type SecretHash } from "./secrets.ts";

/**
 * Pairs a phone. The owner creates a code; a device that redeems it waits until the owner has reviewed and approved it,
 * then receives its own secret. Everything is in memory only and ends with the server.
 */

interface OpenPairing extends Pairing {
  /** The hash of the code first, then of the claim that the device holds. */
  readonly hash: SecretHash;
  /** When it expires, in elapsed time. */
  readonly endsAt: number;
}

export class Pairings {
  private open: OpenPairing[] = [];
  private readonly lifeMs: number;
  private readonly most: number;
  private readonly clocks: Clocks;

  constructor(lifeMs: number, most: number, clocks: Clocks) {
    this.lifeMs = lifeMs;
    this.most = most;
    this.clocks = clocks;
  }

  make(role: Role): Pairing & { readonly code: string } {
    this.forgetExpired();
    if (this.open.length >= this.most) {
      throw new PolylogError(
        "too_many_requests",
        "Too many open pairings. They expire within minutes; retry then.",
      );
    }
    const code = newCode();
    const pairing: OpenPairing = {
      ...{ pairingId: randomUUID(), role, state: "open", name: null, address: null },
      expiresTs: this.clocks.now() + this.lifeMs,
      endsAt: this.clocks.elapsed() + this.lifeMs,
      hash: hashOf(code),
    };
    this.open.push(pairing);
    return { ...shown(pairing), code };
  }

  list(): readonly Pairing[] {
    this.forgetExpired();
    return this.open.map(shown);
  }

  /** A device redeems the code, which invalidates it, and receives a claim. Null if the code is unknown. */
  show(code: string, name: string, address: string): (Pairing & { readonly claim: string }) | null {
    const found = this.find(code, "open");
    if (found === null) return null;
    const claim = newToken();
    const pending: OpenPairing = { ...found, state: "pending", name, address, hash: hashOf(claim) };
    this.replace(found, pending);
    return { ...shown(pending), claim };
  }

  /** The owner's decision. */
  decide(pairingId: string, confirm: boolean, role: Role | undefined): Pairing {
    this.forgetExpired();
    const found = this.open.find((pairing) => pairing.pairingId === pairingId);
    if (found === undefined) {
      throw new PolylogError(
        "pairing_not_found",
        "This pairing does not exist or has expired. Create a new code.",
      );
    }
    if (found.state === "open" && confirm) {
      throw new PolylogError("bad_request", "No device has used the code yet. Open it on the device first.");
    }
    if (found.state === "confirmed" || found.state === "denied") {
      throw new PolylogError(
        "pairing_answered",
        "This pairing was already decided. Create a new code to pair again.",
      );
    }
    const decided: OpenPairing = {
      ...found,
      state: confirm ? "confirmed" : "denied",
      role: role ?? found.role,
    };
    this.replace(found, decided);
    return shown(decided);
  }

  /** The state of the pairing for the device with the claim. A decision is returned only once. */
  claim(claim: string): Pairing | null {
    this.forgetExpired();
    const found = findByHash(
      this.open.filter(({ state }) => state !== "open"),
      hashOf(claim),
    );
    if (found === null) return null;
    if (found.state !== "pending") this.open = this.open.filter((other) => other !== found);
    return shown(found);
  }

  private find(secret: string, state: Pairing["state"]): OpenPairing | null {
    this.forgetExpired();
    return findByHash(
      this.open.filter((pairing) => pairing.state === state),
      hashOf(secret),
    );
  }

  private replace(before: OpenPairing, after: OpenPairing): void {
    this.open = this.open.map((pairing) => (pairing === before ? after : pairing));
  }

  private forgetExpired(): void {
    const now = this.clocks.elapsed();
    this.open = this.open.filter(({ endsAt }) => endsAt > now);
  }
}

function shown({ hash: _, endsAt: __, ...pairing }: OpenPairing): Pairing {
  return pairing;
}
