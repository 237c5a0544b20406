import { isNumber, persistentStore } from "../store/persistent-store.ts";
import { createStore } from "../store/store.ts";

/** Whether the drawer with the sessions is open, where the window is too narrow for the sidebar. */
export const drawer = createStore(false);

type Overlay = "palette" | "models" | "modes" | "keys" | "new-session";

/** The overlay that is open; there is one at a time. */
export const overlay = createStore<Overlay | null>(null);

export type PanelTab = "changes" | "files" | "plan" | "subagents";

/** The open tab of the panel beside the conversation; null while the panel is closed. */
export const panel = createStore<PanelTab | null>(null);

/** The width that the reader gave the panel; null for the default. */
export const panelWidth = persistentStore<number | null>(
  "panel-width",
  null,
  (value): value is number | null => value === null || isNumber(value),
);
