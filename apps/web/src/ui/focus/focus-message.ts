/** Back to where people write. On a phone that would bring the keyboard up, so there the focus stays where it is. */
export function focusMessage(): void {
  if (!isPhone()) document.querySelector<HTMLElement>("textarea[data-message]")?.focus();
}

/** There Enter is for new lines: keyboards on glass have no Shift+Enter. */
export function isPhone(): boolean {
  return matchMedia("(pointer: coarse) and (max-width: 760px)").matches;
}
