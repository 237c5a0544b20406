import type { SessionHandle } from "@polylog/client";
import type { Conversation, Grouping } from "@polylog/core";
import { useCallback, useRef, useState } from "react";
import { useChoices } from "../../cards/use-expanded.ts";
import { type Choices, ConversationRows, type FinishedResponse } from "../list/conversation-rows.ts";
import { findRow, rowAt } from "./use-grouping.ts";

interface Options {
  readonly handle: SessionHandle;
  readonly conversation: Conversation;
  readonly grouping: Grouping;
  /** The group that the address points to; its response is expanded. */
  readonly marked: string | null;
  readonly isReading: boolean;
}

interface Built {
  readonly handle: SessionHandle;
  readonly choices: Choices;
  readonly version: number;
  readonly rows: ConversationRows;
}

/** The rows of the conversation, and the function that expands or collapses a response. */
export function useRows({ handle, conversation, grouping, marked, isReading }: Options): {
  readonly rows: ConversationRows;
  readonly toggle: (response: FinishedResponse) => void;
} {
  const choices = useChoices();
  const [version, setVersion] = useState(0);
  const built = useRef<Built | null>(null);
  const opened = useRef<string | null>(null);
  const toggle = useCallback(
    ({ key, isOpen }: FinishedResponse) => {
      choices.set(key, isOpen !== true);
      setVersion((times) => times + 1);
    },
    [choices],
  );
  const responseKey = useResponseOf(grouping, marked);
  let { current } = built;
  const isNew = marked !== opened.current && responseKey !== null && choices.get(responseKey) !== true;
  if (isNew) choices.set(responseKey, true);
  opened.current = marked;
  const isSame =
    current !== null &&
    !isNew &&
    current.handle === handle &&
    current.choices === choices &&
    current.version === version &&
    current.rows.continues(grouping);
  if (current === null || !isSame) {
    current = { handle, choices, version, rows: new ConversationRows(choices) };
    built.current = current;
  }
  current.rows.follow(grouping, conversation, isReading);
  return { rows: current.rows, toggle };
}

function useResponseOf(grouping: Grouping, key: string | null): string | null {
  const found = useRef<{ readonly key: string | null; readonly responseKey: string | null }>(none);
  if (found.current.key !== key) {
    const index = key === null ? -1 : findRow(grouping, (group) => group.key === key);
    found.current = { key, responseKey: rowAt(grouping, index)?.responseKey ?? null };
  }
  return found.current.responseKey;
}

const none = { key: null, responseKey: null };
