import type { Season, TimeOfDay } from "./local-time.ts";

/** What the agent is doing, as far as the choice of words goes. `tool` is an MCP tool or one we do not know. */
export const statusCategories = [
  "thinking",
  "preparing",
  "bash",
  "read",
  "write",
  "edit",
  "grep",
  "glob",
  "task",
  "web",
  "tool",
  "idle",
] as const;
export type StatusCategory = (typeof statusCategories)[number];

/** Most common first: a tier without a message falls towards the front of this list. */
export const statusTiers = ["common", "uncommon", "rare", "legendary"] as const;
export type StatusTier = (typeof statusTiers)[number];

export interface StatusMessage {
  readonly id: string;
  readonly text: string;
  readonly tier: StatusTier;
  /** `working` fits every category but idle: such a text must hold whatever the agent is doing. */
  readonly category: StatusCategory | "working";
  /** The only time the message may be shown in; null fits always. */
  readonly when: TimeOfDay | Season | null;
}

/** The texts of one category, or of one time: most common first. */
export type MessagesByTier = Readonly<Record<StatusTier, readonly string[]>>;

export function defineMessages(
  category: StatusMessage["category"],
  when: StatusMessage["when"],
  texts: MessagesByTier,
): readonly StatusMessage[] {
  const group = when === null ? category : `${when}/${category}`;
  return statusTiers.flatMap((tier) =>
    texts[tier].map((text, index) => ({ id: `${group}/${tier}/${index + 1}`, text, tier, category, when })),
  );
}
