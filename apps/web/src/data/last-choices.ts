import { isString, persistentStore } from "../store/persistent-store.ts";

/** The choices for the last new session, which are the defaults for the next one. */
export const lastProject = persistentStore("project", "", isString);
export const lastAgent = persistentStore("agent", "", isString);
