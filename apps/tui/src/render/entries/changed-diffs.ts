import { type ChangedFile, type DiffBlock, emptyConversation, toolCard } from "@polylog/core";
import { previewCall } from "../../asks/preview-call.ts";

/** The difference of a changed file. Core reads it, as it does that of a call. */
export function changedDiffs({ path, diff }: ChangedFile): readonly DiffBlock[] {
  if (diff === undefined) return [];
  const call = previewCall("edit", { changes: [{ path, kind: "update", diff }] });
  return toolCard(call, emptyConversation).blocks.filter((block) => block.kind === "diff");
}
