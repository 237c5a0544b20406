import { oneLine } from "../../format/one-line.ts";
import type { Block } from "../blocks.ts";
import type { ToolCard } from "../card.ts";

/** How a screen draws a card, and the reader's choices. */
export interface CardDisplay {
  /** Whether the reader expanded or collapsed the card; null if neither. */
  readonly isExpanded: boolean | null;
  /** Whether the reader can expand this card in place. */
  readonly expandsInPlace: boolean;
  /** Whether the card's line has room for its whole object. */
  readonly showsWholeObject: boolean;
}

/** The visible blocks of a card. No part of a command is ever hidden. */
export function visibleBlocks(
  { blocks, object, summary }: Pick<ToolCard, "blocks" | "object" | "summary">,
  { isExpanded, expandsInPlace, showsWholeObject }: CardDisplay,
): readonly Block[] {
  if (isExpanded === true) return blocks;
  return blocks.filter((block) => {
    if (block.kind === "command") return block.command !== object || !showsWholeObject;
    // A message that is cut on the card's line is shown completely.
    if (block.kind === "error" && oneLine(block.message, block.message.length + 1) === summary) return false;
    if (block.collapsed === "preview" && !expandsInPlace) return true;
    return isExpanded === null && block.collapsed === false;
  });
}
