import type { ComponentProps, MouseEvent } from "react";
import type { Route } from "./route.ts";
import { go, hrefOf } from "./router.ts";

type LinkProps = Omit<ComponentProps<"a">, "href"> & { readonly to: Route };

/** A link within the page. It is a real link, so it can be copied and opened in a tab. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return <a {...rest} href={hrefOf(to)} onClick={follow} />;
}
