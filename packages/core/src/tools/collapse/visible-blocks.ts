import { oneLine } from "../../format/one-line.ts";
import type { Block } from "../blocks.ts";
import type { ToolCard } from "../card.ts";

/** How a screen draws a card, and what its reader chose. */
export interface CardDisplay {
  /** Whether the reader expanded or collapsed the card; null while neither was chosen. */
  readonly isExpanded: boolean | null;
  /** Whether the reader can expand this card where it stands. */
  readonly expandsInPlace: boolean;
  /** Whether the card's line has room for its whole object. */
  readonly showsWholeObject: boolean;
}

/** The blocks of a card that are visible. No part of a command is ever hidden. */
export function visibleBlocks(
  { blocks, object, summary }: Pick<ToolCard, "blocks" | "object" | "summary">,
  { isExpanded, expandsInPlace, showsWholeObject }: CardDisplay,
): readonly Block[] {
  if (isExpanded === true) return blocks;
  return blocks.filter((block) => {
    if (block.kind === "command") return block.command !== object || !showsWholeObject;
    if (block.kind === "error" && isInSummary(block.message, summary)) return false;
    if (block.collapsed === "preview" && !expandsInPlace) return true;
    return isExpanded === null && block.collapsed === false;
  });
}

/** Whether the card's line says all of a message. A message that is cut there is not. */
function isInSummary(message: string, summary: string | null): boolean {
  return oneLine(message, message.length + 1) === summary;
}
