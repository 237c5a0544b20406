import { type ChangedFile, type DiffBlock, previewCard } from "@polylog/core";

/** The difference of a changed file. Core reads it, as it does that of a call. */
export function changedDiffs({ path, diff }: ChangedFile): readonly DiffBlock[] {
  if (diff === undefined) return [];
  const input = { changes: [{ path, kind: "update", diff }] };
  return previewCard({ toolName: "edit", input }).blocks.filter((block) => block.kind === "diff");
}
