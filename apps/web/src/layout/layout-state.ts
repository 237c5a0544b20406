import { isNumber, persistentStore } from "../store/persistent-store.ts";
import { createStore } from "../store/store.ts";

/** Whether the drawer with the sessions is open. It replaces the sidebar in narrow windows. */
export const drawer = createStore(false);

type Overlay = "palette" | "models" | "modes" | "keys" | "new-session";

/** The open overlay; at most one is open. */
export const overlay = createStore<Overlay | null>(null);

export type PanelTab = "changes" | "files" | "plan" | "subagents";

/** The open tab of the panel next to the conversation; null while the panel is closed. */
export const panel = createStore<PanelTab | null>(null);

/** The panel width that the reader chose; null for the default. */
export const panelWidth = persistentStore<number | null>(
  "panel-width",
  null,
  (value): value is number | null => value === null || isNumber(value),
);
