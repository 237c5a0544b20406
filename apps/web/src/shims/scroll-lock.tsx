import { Fragment, type ReactNode } from "react";

/**
 * Replaces `react-remove-scroll` in Radix, which writes a style sheet into the document, against the page's policy.
 * Nothing here needs it: menus are not modal, and the page itself never scrolls.
 */
export function RemoveScroll({ children }: { readonly children: ReactNode }) {
  return <Fragment>{children}</Fragment>;
}
