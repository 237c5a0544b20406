import path from "node:path";
import { nameOf } from "../connection/native-value.ts";
import type { Machine } from "../manifest.ts";

/** The folder in which Pi stores its own data. */
export function agentFolder(env: Machine["env"]): string {
  return nameOf(env.PI_CODING_AGENT_DIR) ?? path.join(env.HOME ?? "", ".pi/agent");
}
