import { type Block, type ToolCard, visibleBlocks } from "@polylog/core";
import { useExpanded } from "./use-expanded.ts";

/** The visible blocks of a card: core's default until the reader chooses. */
export function useVisibleBlocks(
  key: string,
  card: ToolCard,
  { isCut }: { readonly isCut: boolean },
): {
  readonly shown: readonly Block[];
  /** Null if there is nothing to open. */
  readonly isOpen: boolean | null;
  readonly toggle: () => void;
} {
  const [isExpanded, setExpanded] = useExpanded(key);
  const shown = visibleBlocks(card, { isExpanded, expandsInPlace: true, showsWholeObject: !isCut });
  const isWhole = shown.length === card.blocks.length;
  return {
    shown,
    isOpen: card.blocks.length === 0 ? null : isWhole,
    toggle: () => setExpanded(!isWhole),
  };
}
