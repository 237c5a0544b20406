import { useState } from "react";
import { focusMessage } from "./focus-message.ts";
import { isCovered } from "./key-target.ts";

/**
 * What lies over the page gives the focus back to whatever had it before, or to the field for messages where that is
 * gone. For `onCloseAutoFocus`: Radix would look for a button that opened it, and most are opened by a key.
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
    // One may have led to the next.
    if (!isCovered()) restoreFocus(before);
  };
}

export function restoreFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) element.focus();
  else focusMessage();
}
