import { Fragment, type ReactNode } from "react";

/**
 * Takes the place of `react-remove-scroll` in Radix: it writes a style sheet into the document, which the page's policy
 * forbids. Nothing here asks for it: menus are not modal, and the page itself never scrolls.
 */
export function RemoveScroll({ children }: { readonly children: ReactNode }) {
  return <Fragment>{children}</Fragment>;
}
