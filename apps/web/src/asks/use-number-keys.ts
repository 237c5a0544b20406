import { useEffect } from "react";

/** The digits 1 to 9 press the buttons of the ask that waits, unless somebody is typing. */
export function useNumberKeys(isActive: boolean, press: (index: number) => void): void {
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing)
        return;
      if (!/^[1-9]$/.test(event.key) || isTyping(event.target)) return;
      event.preventDefault();
      press(Number(event.key) - 1);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [isActive, press]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}
