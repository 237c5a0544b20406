import { type Actor, may, mayUse, type RouteName, roleFor } from "@polylog/core";
import { useStore } from "../store/store.ts";
import { signIn } from "./sign-in.ts";

/**
 * Whether this browser's role may call a route. The server enforces it; the page only hides actions that would be
 * refused.
 */
export function useMay(route: RouteName): boolean {
  const me = useStore(signIn);
  return me.state === "in" && may(me.self.role, route);
}

/** Whether this browser may change a queued message: its own, or with the required role any. */
export function useMayChange(): (by: Actor | undefined) => boolean {
  const me = useStore(signIn);
  if (me.state !== "in") return () => false;
  const { role, deviceId } = me.self;
  return (by) => mayUse(role, roleFor.othersQueuedMessage) || (by?.kind === "user" && by.id === deviceId);
}
