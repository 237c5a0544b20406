/** Whether the keys that are pressed there are somebody's words. */
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

/** The field for messages with nothing in it: it has the focus by itself, and nobody has begun to write. */
export function isEmptyMessage(target: EventTarget | null): boolean {
  return isMessage(target) && target.dataset.message === "idle" && target.value === "";
}

/** Whether Enter or a letter has a meaning of its own there. */
export function isControl(target: EventTarget | null): boolean {
  const controls = "a, button, input, select, summary, textarea, [contenteditable], [role=tab]";
  return target instanceof Element && target.closest(controls) !== null;
}

/** Something lies over the page, and the keys are for that. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=menu]") !== null;
}
