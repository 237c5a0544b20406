import { type Native, recordOf } from "../../connection/native-value.ts";

/** Notifications from agents, by method. */

/** Known, and not needed here. */
const ignored: ReadonlySet<string> = new Set(["elicitation/complete", "_auth/status_update"]);

export function isIgnored(method: string): boolean {
  return ignored.has(method) || method.startsWith("qwen/notify/");
}

/** An update of the session. Qwen Code also sends custom ones with the same meaning as the protocol's. */
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
