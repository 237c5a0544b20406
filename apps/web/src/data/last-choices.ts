import { isString, stored } from "./local-storage.ts";

/** What the last session was begun with: the next one probably is too. */
export const lastProject = stored("project", "", isString);
export const lastAgent = stored("agent", "", isString);
