import { webKeyAction } from "@polylog/core";
import { useLayoutEffect } from "react";
import { isControl, isCovered, isEmptyMessage, isTyping } from "../ui/focus/key-target.ts";

/** The digits 1 to 9 press the buttons of the ask that waits, and Enter the last one, unless somebody is typing. */
export function useNumberKeys(
  isActive: boolean,
  press: (index: number) => void,
  enter: (() => void) | null = null,
): void {
  // With the ask itself: a key that comes right after the ask is drawn must not be lost.
  useLayoutEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      const action = webKeyAction("ask", event);
      if (action === null || event.isComposing) return;
      if (isCovered() && !isInAskMenu(target)) return;
      const isFree = isEmptyMessage(target);
      if (action === "answer" && (isFree || !isTyping(target))) press(Number(key) - 1);
      else if (action === "confirm-answer" && enter !== null && (isFree || !isControl(target))) enter();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the field for messages, which has a use for Enter.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [isActive, press, enter]);
}

/** The menu of an ask holds more of its answers: their digits work there too. */
function isInAskMenu(target: EventTarget | null): boolean {
  const menu = target instanceof Element ? target.closest("[role=menu]") : null;
  const opener = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  return opener !== null && opener.closest("[data-ask]") !== null;
}
