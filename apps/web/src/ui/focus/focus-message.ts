/** Returns the focus to the message field. Not on a phone, where that would open the keyboard. */
export function focusMessage(): void {
  if (!isPhone()) document.querySelector<HTMLElement>("textarea[data-message]")?.focus();
}

/** On phones Enter inserts a new line, because their keyboards have no Shift+Enter. */
export function isPhone(): boolean {
  return matchMedia("(pointer: coarse) and (max-width: 760px)").matches;
}
