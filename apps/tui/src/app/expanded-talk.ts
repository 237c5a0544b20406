import { groupLane, pendingAsks } from "@polylog/core";
import { askPicture } from "../asks/ask-lines.ts";
import { beginAsk } from "../asks/ask-state.ts";
import { groupLines } from "../render/group-lines.ts";
import type { Line } from "../text/style.ts";
import type { AppParts } from "./parts.ts";

/** The whole talk with nothing folded, and the ask that waits in its full length. */
export function expandedTalk(app: AppParts): readonly Line[] {
  const { conversation } = app.session;
  const context = { ...app.context(), expanded: true };
  const { settled, live } = groupLane(conversation, conversation.main);
  const lines = [...settled.slice(), ...live].flatMap((group): Line[] => {
    const own = groupLines(group, context);
    return own.length === 0 ? [] : [...own, []];
  });
  const entry = pendingAsks(conversation)[0]?.entry;
  if (entry === undefined) return lines;
  const view = { entry, state: beginAsk(entry), behind: 0, isReady: true };
  return [...lines, ...askPicture(view, context, Number.MAX_SAFE_INTEGER).lines];
}
