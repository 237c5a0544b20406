import path from "node:path";
import type { Machine } from "../manifest.ts";
import { nameOf } from "./native.ts";

/** Where Pi keeps what is its own. */
export function agentFolder(env: Machine["env"]): string {
  return nameOf(env.PI_CODING_AGENT_DIR) ?? path.join(env.HOME ?? "", ".pi/agent");
}
