import { randomUUID } from "node:crypto";
import type { Role } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import type { Clocks } from "./clocks.ts";
import { findByHash, hashOf, newCode, newToken, type SecretHash } from "./secrets.ts";

/**
 * Letting a phone in. The owner makes a code; a device that shows it waits until the owner has looked at it and said
 * yes; then it gets a secret of its own. All of it is in memory only and dies with the server.
 */

export type PairingState = "open" | "pending" | "confirmed" | "denied";

export interface Pairing {
  readonly pairingId: string;
  readonly role: Role;
  readonly state: PairingState;
  readonly expiresTs: number;
  /** How the device calls itself, and where it asked from; null before one has shown the code. */
  readonly name: string | null;
  readonly address: string | null;
}

interface OpenPairing extends Pairing {
  /** Of the code first, then of the claim that the device holds. */
  readonly hash: SecretHash;
  /** When its time is over, by what has elapsed. */
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
      throw new PolylogError("too_many_requests", "Too many pairings are open; they end within minutes.");
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

  /** A device shows the code, which is spent by this. It comes back with the claim. Null: there is no such code. */
  show(code: string, name: string, address: string): (Pairing & { readonly claim: string }) | null {
    const found = this.find(code, "open");
    if (found === null) return null;
    const claim = newToken();
    const pending: OpenPairing = { ...found, state: "pending", name, address, hash: hashOf(claim) };
    this.replace(found, pending);
    return { ...shown(pending), claim };
  }

  /** The owner has looked at it. */
  decide(pairingId: string, confirm: boolean, role: Role | undefined): Pairing {
    this.forgetExpired();
    const found = this.open.find((pairing) => pairing.pairingId === pairingId);
    if (found === undefined) {
      throw new PolylogError("pairing_not_found", "There is no such pairing, or its time is over.");
    }
    if (found.state === "open" && confirm) {
      throw new PolylogError("bad_request", "No device has shown the code yet.");
    }
    if (found.state === "confirmed" || found.state === "denied") {
      throw new PolylogError("pairing_answered", "This was decided already.");
    }
    const decided: OpenPairing = {
      ...found,
      state: confirm ? "confirmed" : "denied",
      role: role ?? found.role,
    };
    this.replace(found, decided);
    return shown(decided);
  }

  /** What the device that holds the claim is told. Confirmed or denied, it is told once. */
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

  private find(secret: string, state: PairingState): OpenPairing | null {
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
