import { createStore } from "../../store/store.ts";

/** Words for a session's field that come from elsewhere: a message that is to be said otherwise. */
export const pendingText = createStore<{ readonly sessionId: string; readonly text: string } | null>(null);
