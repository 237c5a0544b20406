import { webKeyAction } from "@polylog/core";
import { useLayoutEffect } from "react";
import { isControl, isCovered, isEmptyMessage, isTyping } from "../ui/focus/key-target.ts";

/**
 * Keys 1 to 9 press the buttons of the open ask and Enter presses the last one, unless the focus is in a text field.
 */
export function useNumberKeys(
  isActive: boolean,
  press: (index: number) => void,
  enter: (() => void) | null = null,
): void {
  // A layout effect, so that a key pressed right after the ask appears is not lost.
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
    // Captured, because the message field handles Enter itself.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [isActive, press, enter]);
}

/** The menu of an ask contains more of its answers, so number keys work there, too. */
function isInAskMenu(target: EventTarget | null): boolean {
  const menu = target instanceof Element ? target.closest("[role=menu]") : null;
  const opener = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  return opener !== null && opener.closest("[data-ask]") !== null;
}
