import { createHash, timingSafeEqual } from "node:crypto";
import { type Confirmation, confirmation as confirmationSchema, encode } from "@polylog/core";
import { limits } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
import type { Clocks } from "./clocks.ts";
import { findByHash, hashOf, newCode, type SecretHash } from "./secrets.ts";

export const CONFIRMATION_HEADER = "x-polylog-confirmation";

/** The question that a person has to confirm first. */
export interface NeedsConfirmation {
  readonly action: Confirmation["action"];
  readonly text: string;
}

/** A request, with its input and its sender. */
export interface Confirmable {
  readonly deviceId: string;
  readonly route: string;
  readonly input: unknown;
}

interface Asked {
  readonly hash: SecretHash;
  readonly deviceId: string;
  readonly request: SecretHash;
  readonly endsAt: number;
}

/**
 * Requested confirmations. Each is valid for two minutes, once, and only for the same request from the same device. They
 * are kept in memory only and are lost when the server stops.
 */
export class Confirmations {
  private asked: Asked[] = [];
  private readonly clocks: Clocks;

  constructor(clocks: Clocks) {
    this.clocks = clocks;
  }

  /** Returns if the request includes its confirmation; otherwise rejects it with a new one. */
  require(needs: NeedsConfirmation, request: Confirmable, given: string | undefined): void {
    if (given !== undefined && this.take(request, given)) return;
    const confirmation = this.ask(needs, request);
    throw new PolylogError("confirmation_required", `${needs.text} Confirm it to continue.`, {
      confirmation: encode(confirmationSchema, confirmation),
    });
  }

  private take(request: Confirmable, given: string): boolean {
    this.forgetExpired();
    const own = this.asked.filter(({ deviceId }) => deviceId === request.deviceId);
    const found = findByHash(own, hashOf(given));
    if (found === null) return false;
    this.asked = this.asked.filter((other) => other !== found);
    return timingSafeEqual(found.request, fingerprint(request));
  }

  private ask({ action, text }: NeedsConfirmation, request: Confirmable): Confirmation {
    this.forgetExpired();
    const { confirmationMs, confirmations } = limits.http;
    const id = newCode();
    const { now, elapsed } = this.clocks;
    const { deviceId } = request;
    const asked = {
      hash: hashOf(id),
      deviceId,
      request: fingerprint(request),
      endsAt: elapsed() + confirmationMs,
    };
    const own = this.asked.filter((other) => other.deviceId === deviceId);
    const oldest = own.length < confirmations ? undefined : own[0];
    this.asked = [...this.asked.filter((other) => other !== oldest), asked];
    return { id, action, text, expiresTs: now() + confirmationMs };
  }

  private forgetExpired(): void {
    const now = this.clocks.elapsed();
    this.asked = this.asked.filter(({ endsAt }) => endsAt > now);
  }
}

/** The input has passed its schema, so equal requests have equal text. */
function fingerprint({ route, input }: Confirmable): SecretHash {
  return createHash("sha256")
    .update(JSON.stringify([route, input]))
    .digest();
}
