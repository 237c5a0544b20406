import { type LocalParts, localParts, offsetOf } from "./local-time.ts";
import type { StatusCategory } from "./message.ts";
import { statusMessages } from "./messages/all-messages.ts";
import { type PickedStatus, pickFrom } from "./pick.ts";
import { deriveSeed, randomFrom } from "./random.ts";

export interface StatusRequest {
  readonly category: StatusCategory;
  readonly startedAtMs: number;
  readonly nowMs: number;
  /** The wall clock reading at `nowMs`. */
  readonly local: LocalParts;
  readonly seed: number;
}

export interface RotatingStatus extends PickedStatus {
  readonly category: StatusCategory;
  /** 0, 1, 2 … since the start. */
  readonly slot: number;
  /** Null before 10 s, and while idle, when nothing is running. */
  readonly elapsedSeconds: number | null;
  /** The clock reading, in ms, at which the message changes. */
  readonly nextChangeMs: number;
}

// Boundaries are on a 10 s grid, each moved by at most 1 s, so a slot lasts 8–12 s and is computed without history.
const gridMs = 10_000;
const jitterMs = 1_000;
const elapsedFromSeconds = 10;

export function statusAt(request: StatusRequest): RotatingStatus {
  const { category, startedAtMs, nowMs, seed } = request;
  const elapsedMs = Math.max(0, nowMs - startedAtMs);
  const slot = slotAt(elapsedMs, seed);
  const seconds = Math.floor(elapsedMs / 1_000);
  return {
    ...messageInSlot(slot, request),
    category,
    slot,
    elapsedSeconds: category === "idle" || seconds < elapsedFromSeconds ? null : seconds,
    nextChangeMs: startedAtMs + slotStart(slot + 1, seed),
  };
}

function slotAt(elapsedMs: number, seed: number): number {
  const nearest = Math.round(elapsedMs / gridMs);
  return elapsedMs < slotStart(nearest, seed) ? nearest - 1 : nearest;
}

function slotStart(slot: number, seed: number): number {
  if (slot === 0) return 0;
  const random = randomFrom(deriveSeed(~seed, slot));
  return slot * gridMs + Math.floor(random() * (2 * jitterMs + 1)) - jitterMs;
}

/**
 * Even slots pick freely; odd slots avoid both neighbors. So no slot repeats the previous one, and each needs only one earlier
 * pick.
 */
function messageInSlot(slot: number, request: StatusRequest): PickedStatus {
  if (slot % 2 === 0) return pickSlot(slot, request, []);
  return pickSlot(slot, request, [pickSlot(slot - 1, request, []).id, pickSlot(slot + 1, request, []).id]);
}

/** Reads the wall clock at the start of the slot: a message must not change when the hour does. */
function pickSlot(slot: number, request: StatusRequest, excludedIds: readonly string[]): PickedStatus {
  const { category, startedAtMs, nowMs, seed } = request;
  const local = localParts(startedAtMs + slotStart(slot, seed), offsetOf(request.local, nowMs));
  return pickFrom(statusMessages, { category, local, seed: deriveSeed(seed, slot) }, excludedIds);
}
