import { createStore } from "../data/store.ts";

export type PanelTab = "changes" | "files" | "plan" | "subagents";

/** Whether the panel beside the talk is open, and at what. */
export const panel = createStore<PanelTab | null>(null);
