import type { PolylogEvent } from "@polylog/core";

/** A person's message and all events until the agent's run ended. The peers read one stream for each turn. */
export interface Turn<E> {
  readonly question: { readonly id: string; readonly text: string };
  readonly events: E[];
}

/** Splits a log into turns. `translate` returns a peer's events for one of ours. */
export function turnsOf<E>(
  events: readonly PolylogEvent[],
  translate: (event: PolylogEvent, before: PolylogEvent | undefined) => readonly E[],
): Turn<E>[] {
  const turns: Turn<E>[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type === "user_message")
      turns.push({ question: { id: event.id, text: event.text }, events: [] });
    else turns.at(-1)?.events.push(...translate(event, events[index - 1]));
  }
  return turns;
}
