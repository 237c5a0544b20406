import { type AskDescription, describeAsk } from "../../src/asks/index.ts";
import type { PermissionOption } from "../../src/index.ts";
import { pendingAsks } from "../../src/view/pending-asks.ts";
import { type Body, conversationOf } from "../log.ts";

const project = { name: "shop", root: "/code/shop" };

export const options: PermissionOption[] = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Deny", kind: "reject_once" },
];

/** The description of the ask that is open after these events. */
export function describedAfter(...bodies: readonly Body[]): AskDescription {
  const conversation = conversationOf({ type: "run_started" }, ...bodies);
  const [ask] = pendingAsks(conversation);
  if (ask === undefined) throw new Error("Nothing is asked.");
  return describeAsk(ask.entry, { conversation, project });
}

export function described(
  toolName: string,
  input: unknown,
  choices: readonly PermissionOption[] = options,
): AskDescription {
  return describedAfter({
    ...{ type: "permission_request", requestId: "p", toolName, input, options: [...choices] },
  });
}
