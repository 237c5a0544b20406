/** Whether keys pressed there enter text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}

export function isMessage(target: EventTarget | null): target is HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement && target.dataset.message !== undefined;
}

/** The empty message field: it has the focus automatically, and nothing was typed yet. */
export function isEmptyMessage(target: EventTarget | null): boolean {
  return isMessage(target) && target.dataset.message === "idle" && target.value === "";
}

/** Whether Enter or a letter already has a meaning there. */
export function isControl(target: EventTarget | null): boolean {
  const controls = "a, button, input, select, summary, textarea, [contenteditable], [role=tab]";
  return target instanceof Element && target.closest(controls) !== null;
}

/** An overlay covers the page and handles the keys. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=menu]") !== null;
}
