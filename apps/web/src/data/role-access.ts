import { type Actor, mayUse, type Role } from "@polylog/core";
import { signIn } from "./sign-in.ts";
import { useStore } from "./store.ts";

/** What this browser is allowed to do. The server decides; the page only offers nothing that would be refused. */
export function useMay(needs: Role): boolean {
  const me = useStore(signIn);
  return me.state === "in" && mayUse(me.self.role, needs);
}

/** Whether this browser may change a queued message: its own, or as an approver everybody's. */
export function useMayChange(): (by: Actor | undefined) => boolean {
  const me = useStore(signIn);
  const isApprover = useMay("approver");
  return (by) => isApprover || (me.state === "in" && by?.kind === "user" && by.id === me.self.deviceId);
}
