import { createStore } from "../store/store.ts";

/** Whether the find bar of the conversation is open. */
export const isFindBarOpen = createStore(false);
