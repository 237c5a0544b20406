import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSessionPart } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { go } from "../routing/router.ts";
import { IconButton } from "../ui/button.tsx";
import { restoreFocus } from "../ui/focus/use-restore-focus.ts";
import styles from "./find-bar.module.css";
import { isFindBarOpen } from "./find-bar-open.ts";
import { findHits, type Hit } from "./find-hits.ts";
import { highlight } from "./highlight.ts";
import { scrollToMatch } from "./scroll-to-match.ts";

/** Finds text in the whole conversation, including rows outside the document, and scrolls to it. */
export function FindBar() {
  const handle = useSessionContext();
  const { sessionId } = handle;
  const conversation = useDeferredValue(useSessionPart(handle, (view) => view.conversation));
  const [typed, setTyped] = useState("");
  const found = useMemo(() => findHits(conversation, typed), [conversation, typed]);
  /** The selected match. Other matches may appear before and after it. */
  const [chosen, setChosen] = useState<Hit | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const at = placeOf(chosen, found);
  const [before] = useState(() => document.activeElement);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    isFindBarOpen.set(false);
    restoreFocus(before);
  };
  useEffect(() => {
    const conversation = document.querySelector("section[aria-label=Conversation]");
    return conversation === null ? undefined : highlight(conversation, typed);
  }, [typed]);
  useEffect(() => {
    const conversation = document.querySelector("section[aria-label=Conversation]");
    return conversation === null || chosen === null
      ? undefined
      : scrollToMatch(conversation, typed, chosen.nth);
  }, [chosen, typed]);
  useEffect(
    () => () => go({ page: "session", sessionId, target: null }, "replace"),
    // When the bar closes, the mark on the row is removed.
    [sessionId],
  );
  const lead = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    setChosen(hit);
    go({ page: "session", sessionId, target: { kind: "entry", key: hit.key } }, "replace");
  };
  const step = (by: number) => {
    if (found.length === 0) return;
    // Search starts at the end, where the latest messages are.
    lead(at === -1 ? found.at(-1) : found[(at + by + found.length) % found.length]);
  };
  const write = (value: string) => {
    setTyped(value);
    const next = findHits(handle.conversation, value);
    if (placeOf(chosen, next) === -1) lead(next.at(-1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const told = typed.trim() === "" ? "" : found.length === 0 ? "No matches" : `${at + 1} of ${found.length}`;
  return (
    <search className={styles.bar} aria-label="Find in conversation">
      <Search size={14} />
      <input
        ref={field}
        className={styles.field}
        value={typed}
        placeholder="Find in conversation"
        aria-label="Find in conversation"
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status">
        {told}
      </span>
      <IconButton label="Previous" keys="Shift+Enter" disabled={found.length === 0} onClick={() => step(-1)}>
        <ChevronUp size={16} />
      </IconButton>
      <IconButton label="Next" keys="Enter" disabled={found.length === 0} onClick={() => step(1)}>
        <ChevronDown size={16} />
      </IconButton>
      <IconButton label="Close" keys="Esc" onClick={close}>
        <X size={16} />
      </IconButton>
    </search>
  );
}

function placeOf(hit: Hit | null, found: readonly Hit[]): number {
  return hit === null ? -1 : found.findIndex(({ key, nth }) => key === hit.key && nth === hit.nth);
}
