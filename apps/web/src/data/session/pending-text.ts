import { createStore } from "../../store/store.ts";

/** Text to put into a session's message field from elsewhere, such as a message to rephrase. */
export const pendingText = createStore<{ readonly sessionId: string; readonly text: string } | null>(null);
