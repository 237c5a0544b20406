import { createStore } from "../store/store.ts";

/** Whether the drawer with the sessions is open, on a screen that has no room for them. */
export const drawer = createStore(false);
