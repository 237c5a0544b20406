import { createStore } from "../store/store.ts";

/** What lies over the page, one thing at a time. */
type Overlay = "palette" | "models" | "modes" | "keys" | "new-session";

export const overlay = createStore<Overlay | null>(null);
