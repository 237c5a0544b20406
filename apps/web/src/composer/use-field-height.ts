import { type RefObject, useLayoutEffect } from "react";

/** Where the browser does it itself (`field-sizing`), the page is not laid out twice for every key. */
const isOurs = !CSS.supports("field-sizing", "content");

/** The field grows with what is in it, to 40 % of the window. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what its height depends on.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || !isOurs) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, window.innerHeight * 0.4)}px`;
  }, [field, text]);
}
