import type { TextBlock } from "../blocks.ts";

/** What somebody wrote, as Markdown; nothing where there is nothing. */
export function proseBlock(text: string | null, collapsed = true): readonly TextBlock[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "text", text, format: "markdown", collapsed }];
}
