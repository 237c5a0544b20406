import type { ToolCallEntry } from "../events/tool.ts";
import { deleteFile } from "./delete.ts";
import { changesOf } from "./diff/changes.ts";
import { edit } from "./edit.ts";
import { pathOf } from "./input/input.ts";
import { moveFile } from "./move.ts";
import { toolFor } from "./registry.ts";
import { toolState } from "./tool-state.ts";
import { write } from "./write.ts";

/** The files that a call changed; none if it failed or changes no files. */
export function changedPaths(call: ToolCallEntry): readonly string[] {
  const tool = toolFor(call);
  if (tool !== edit && tool !== write && tool !== deleteFile && tool !== moveFile) return [];
  const state = toolState(call);
  if (state === "error" || state === "interrupted") return [];
  const named = call.content.flatMap((item) => (item.type === "diff" ? [item.path] : []));
  if (named.length > 0) return named;
  const path = pathOf(call);
  return path !== null ? [path] : changesOf(call).map((change) => change.path);
}
