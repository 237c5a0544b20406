import { useState } from "react";
import { focusMessage } from "./focus-message.ts";
import { isCovered } from "./key-target.ts";

/**
 * Returns the focus to the element that had it before an overlay opened, or to the message field if that element is
 * gone. For `onCloseAutoFocus`: Radix would focus the trigger, but most overlays are opened by a key.
 */
export function useRestoreFocus(isOpen: boolean): (event: Event) => void {
  const [before, setBefore] = useState<Element | null>(() => (isOpen ? document.activeElement : null));
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setBefore(document.activeElement);
  }
  return (event) => {
    event.preventDefault();
    // One overlay may have opened the next.
    if (!isCovered()) restoreFocus(before);
  };
}

export function restoreFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) element.focus();
  else focusMessage();
}
