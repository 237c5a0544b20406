import type { Season, TimeOfDay } from "./local-time.ts";

/** The agent's activity, for choosing a message. `tool` is an MCP tool or an unknown one. */
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

/** Most common first: a tier without messages falls back to the start of this list. */
export const statusTiers = ["common", "uncommon", "rare", "legendary"] as const;
export type StatusTier = (typeof statusTiers)[number];

export interface StatusMessage {
  readonly id: string;
  readonly text: string;
  readonly tier: StatusTier;
  /** `working` matches every category except idle: such a text must be true for any activity. */
  readonly category: StatusCategory | "working";
  /** The only time the message may be shown; null means always. */
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
