import { isNumber, persistentStore } from "../store/persistent-store.ts";
import { createStore } from "../store/store.ts";

export type PanelTab = "changes" | "files" | "plan" | "subagents";

/** Whether the panel beside the talk is open, and at what. */
export const panel = createStore<PanelTab | null>(null);

/** How wide the reader made it; null: as it comes. */
export const panelWidth = persistentStore<number | null>(
  "panel-width",
  null,
  (value): value is number | null => value === null || isNumber(value),
);
