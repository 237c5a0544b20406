import { type LocalParts, season, timeOfDay } from "./local-time.ts";
import { type StatusCategory, type StatusMessage, type StatusTier, statusTiers } from "./message.ts";
import { randomFrom } from "./random.ts";

export interface PickRequest {
  readonly category: StatusCategory;
  readonly local: LocalParts;
  /** An integer; the same seed at the same local time gives the same message. */
  readonly seed: number;
}

export interface PickedStatus {
  readonly id: string;
  readonly text: string;
  readonly tier: StatusTier;
}

const tierWeights: Readonly<Record<StatusTier, number>> = {
  common: 60,
  uncommon: 25,
  rare: 12,
  legendary: 3,
};

/**
 * The tier is drawn before the message, so the odds stay 60/25/12/3 however large each tier's pool is. Throws only if no
 * message matches at all, which the catalogue's own tests rule out.
 */
export function pickFrom(
  messages: readonly StatusMessage[],
  request: PickRequest,
  excludedIds: readonly string[],
): PickedStatus {
  const random = randomFrom(request.seed);
  const drawn = drawTier(random());
  const matching = messages.filter((message) => fits(message, request) && !excludedIds.includes(message.id));
  for (const tier of fallbackOrder(drawn)) {
    const pool = matching.filter((message) => message.tier === tier);
    const message = pool[Math.floor(random() * pool.length)];
    if (message !== undefined) return { id: message.id, text: message.text, tier: message.tier };
  }
  throw new Error(`no status message fits ${request.category}`);
}

function fits(message: StatusMessage, { category, local }: Omit<PickRequest, "seed">): boolean {
  if (message.category === "working" ? category === "idle" : message.category !== category) return false;
  return message.when === null || message.when === timeOfDay(local) || message.when === season(local);
}

function drawTier(fraction: number): StatusTier {
  let rest = fraction * 100;
  for (const tier of statusTiers) {
    rest -= tierWeights[tier];
    if (rest < 0) return tier;
  }
  return "common";
}

/** An empty tier falls back to the next more common one; only if none of those has a message, to a rarer one. */
function fallbackOrder(drawn: StatusTier): readonly StatusTier[] {
  const index = statusTiers.indexOf(drawn);
  return [...statusTiers.slice(0, index + 1).reverse(), ...statusTiers.slice(index + 1)];
}
