import type { Backend } from "@polylog/core";
import { scriptBackend } from "./script/backend.ts";

/** Every backend by the name that an agent's configuration gives, one line each. */
export const backends: Readonly<Record<string, Backend>> = {
  script: scriptBackend,
};
