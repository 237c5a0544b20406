import { isString, persistentStore } from "../store/persistent-store.ts";

/** What the last session was begun with: the next one probably is too. */
export const lastProject = persistentStore("project", "", isString);
export const lastAgent = persistentStore("agent", "", isString);
