import { createStore } from "../store/store.ts";

/** Whether the bar is open that finds words in the conversation. */
export const isFindBarOpen = createStore(false);
