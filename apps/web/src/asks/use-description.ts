import { type AskDescription, type AskEntry, callOfAsk, describeAsk } from "@polylog/core";
import { useRef } from "react";
import { useSessionPart } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { useSessionRow } from "../data/sessions.ts";
import { folderName } from "../format/format.ts";

/** Core's description of an ask in the open session, rebuilt only when something in it changed. */
export function useDescription(entry: AskEntry): AskDescription {
  const handle = useSessionContext();
  const made = useRef<{ readonly of: readonly unknown[]; readonly ask: AskDescription } | null>(null);
  const row = useSessionRow(handle.sessionId);
  const root = row?.projectRoot ?? null;
  return useSessionPart(handle, ({ conversation }) => {
    // An answered ask no longer changes with its call.
    const call = entry.live ? callOfAsk(conversation, entry) : null;
    const of = [entry, call, root, conversation.title];
    const before = made.current;
    if (before !== null && of.every((part, index) => part === before.of[index])) return before.ask;
    const project = root === null ? null : { name: folderName(root), root };
    made.current = { of, ask: describeAsk(entry, { conversation, project }) };
    return made.current.ask;
  });
}
