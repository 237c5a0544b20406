import type { Native } from "../../connection/native-value.ts";
import { recordOf } from "../../connection/native-value.ts";

/** What agents tell their client without asking, by the method that they call. */

/** Known, and of use to nobody here. */
const ignored: ReadonlySet<string> = new Set(["elicitation/complete", "_auth/status_update"]);

export function isIgnored(method: string): boolean {
  return ignored.has(method) || method.startsWith("qwen/notify/");
}

/** An update of the session. Qwen Code has some more of its own, which say what the protocol's say. */
export function updateIn(method: string, params: Native): Native | null {
  switch (method) {
    case "session/update":
      return recordOf(params.update);
    case "qwen/notify/session/mode-update":
      return { sessionUpdate: "current_mode_update", currentModeId: params.currentModeId };
    case "qwen/notify/session/title-update":
      return { sessionUpdate: "session_info_update", title: params.title };
    default:
      return null;
  }
}
