import { type EntryKinds, pendingAsks, previewCard } from "@polylog/core";
import { useScope } from "../conversation/session-scope.ts";
import { useSessionPart } from "../data/client.ts";
import { AnsweredLine, unanswered } from "./answered-line.tsx";
import { PermissionAsk } from "./permission-ask.tsx";
import { WhoAsks } from "./who-asks.tsx";

export function PermissionEntryView({ entry }: { readonly entry: EntryKinds["permission"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  const { askId, toolName, description, input, options } = entry;
  if (entry.live) {
    return (
      <PermissionAsk
        {...{ askId, toolName, description, input, options, hasKeys }}
        who={<WhoAsks runId={entry.runId} agentId={entry.agentId} />}
      />
    );
  }
  const chosen = options.find(({ optionId }) => optionId === entry.optionId);
  const isAllowed = chosen?.kind.startsWith("allow") ?? false;
  const { title, object } = previewCard(entry);
  return (
    <AnsweredLine
      entry={entry}
      verdict={chosen === undefined ? "none" : isAllowed ? "yes" : "no"}
      what={unanswered(entry) ?? chosen?.name ?? "Not answered"}
      about={object ?? title}
      note={entry.note}
    />
  );
}

/** The digits belong to the oldest ask of the session. */
export function useIsFirstAsk(askId: string): boolean {
  return useSessionPart(useScope(), ({ conversation }) => pendingAsks(conversation)[0]?.askId === askId);
}
