import { type RefObject, useLayoutEffect } from "react";

/** If the browser supports `field-sizing`, typing causes only one layout. */
const isOurs = !CSS.supports("field-sizing", "content");

/** Grows the field with its text, up to 40 % of the window. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || !isOurs) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, window.innerHeight * 0.4)}px`;
  }, [field, text]);
}
