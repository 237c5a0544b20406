import { groupLane, pendingAsks } from "@polylog/core";
import { askPicture } from "../../asks/ask-lines.ts";
import { startAsk } from "../../asks/ask-state.ts";
import { groupLines } from "../../render/group-lines.ts";
import { summaryLines } from "../../render/transcript.ts";
import type { Line } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";

/** The whole conversation with everything expanded, and the open ask in full. */
export function expandedConversation(app: AppParts): readonly Line[] {
  const { conversation } = app.session;
  const context = { ...app.context(), expanded: true };
  const { settled, live } = groupLane(conversation, conversation.main);
  let response: { readonly key: string; readonly from: number } | null = null;
  const groups = [...settled.slice(), ...live];
  const lines = groups.flatMap((group, at): Line[] => {
    const own = groupLines(group, context);
    const { responseKey } = group;
    if (responseKey !== (response?.key ?? null))
      response = responseKey === null ? null : { key: responseKey, from: group.pos };
    const isLast = responseKey !== null && groups[at + 1]?.responseKey !== responseKey;
    const shown = own.length === 0 ? [] : [...own, []];
    const [, ...summary] = isLast ? summaryLines(response, context) : [];
    return summary.length === 0 ? shown : [...shown, ...summary, []];
  });
  const entry = pendingAsks(conversation)[0]?.entry;
  if (entry === undefined) return lines;
  const view = {
    entry,
    state: { ...startAsk(entry), isExpanded: true },
    behind: 0,
    projectRoot: app.actions.folder,
    isReady: true,
  };
  return [...lines, ...askPicture(view, context, Number.MAX_SAFE_INTEGER).lines];
}
