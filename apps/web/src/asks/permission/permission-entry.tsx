import { type EntryKinds, pendingAsks } from "@polylog/core";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { AskAnswer, unansweredReason } from "../ask-answer.tsx";
import { useDescription } from "../use-description.ts";
import { PermissionAsk } from "./permission-ask.tsx";

export function PermissionEntryView({ entry }: { readonly entry: EntryKinds["permission"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  const ask = useDescription(entry);
  if (entry.live) return <PermissionAsk ask={ask} hasKeys={hasKeys} />;
  const chosen = ask.choices.find(({ option }) => option.optionId === entry.optionId);
  return (
    <AskAnswer
      entry={entry}
      verdict={chosen === undefined ? "none" : chosen.effect === "allow" ? "yes" : "no"}
      what={unansweredReason(entry) ?? chosen?.label ?? "Not answered"}
      about={ask.title}
      note={entry.note}
    />
  );
}

/** The number keys answer the oldest ask of the session. */
export function useIsFirstAsk(askId: string): boolean {
  return useSessionPart(
    useSessionContext(),
    ({ conversation }) => pendingAsks(conversation)[0]?.askId === askId,
  );
}
