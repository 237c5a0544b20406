import type { CallbackEntry, ExchangeEntry, ToolCard } from "@polylog/core";
import { cardOfExchange } from "@polylog/core";
import { ArrowLeftRight } from "lucide-react";
import { useRef } from "react";
import { BlockView } from "../../cards/blocks/block-view.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useVisibleBlocks } from "../../cards/use-visible-blocks.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import type { EntryProps } from "./entry-view.tsx";
import { blockKey } from "./tool-call.tsx";

/** An agent's message to another agent or a later answer, shown like the card of a tool call. */
export function Exchange({ entry }: EntryProps<"exchange" | "callback">) {
  const card = useExchangeCard(entry);
  const { shown, isOpen, toggle } = useVisibleBlocks(entry.key, card, { isCut: false });
  return (
    <Disclosure
      icon={<ArrowLeftRight size={15} />}
      title={card.title}
      object={card.object}
      summary={card.summary}
      tone="agent"
      state={card.state}
      isOpen={isOpen}
      onToggle={toggle}
    >
      {shown.length > 0 &&
        shown.map((block, index) => <BlockView key={blockKey(block, index)} block={block} />)}
    </Disclosure>
  );
}

/** Rebuilt when the entry or the other agent's work for it changes. */
function useExchangeCard(entry: ExchangeEntry | CallbackEntry): ToolCard {
  const made = useRef<{ readonly of: readonly unknown[]; readonly card: ToolCard } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const of = [entry, conversation.seen, conversation.lanes, conversation.liveRuns];
    const before = made.current;
    if (before?.of.every((part, index) => part === of[index])) return before.card;
    const card = cardOfExchange(entry, conversation);
    made.current = { of, card };
    return card;
  });
}
