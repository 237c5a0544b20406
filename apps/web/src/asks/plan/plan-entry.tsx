import { type EntryKinds, entryAt, entryLine } from "@polylog/core";
import { ListChecks } from "lucide-react";
import { PlanBlock } from "../../cards/blocks/text-blocks.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { AskAnswer, unansweredReason } from "../ask-answer.tsx";
import { useIsFirstAsk } from "../permission/permission-entry.tsx";
import { useDescription } from "../use-description.ts";
import { PlanAsk } from "./plan-ask.tsx";

const verdicts = { approve: "yes", edit: "yes", reject: "no" } as const;

export function PlanEntryView({ entry }: { readonly entry: EntryKinds["plan"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  const ask = useDescription(entry);
  const [chosen, setOpen] = useExpanded(entry.key);
  // Each entry contains the whole plan, so only the latest one is expanded.
  const isLatest = useSessionPart(
    useSessionContext(),
    ({ conversation }) =>
      conversation.plan !== null && entryAt(conversation, conversation.plan)?.key === entry.key,
  );
  const { text, items, decision, awaitsApproval, editedPlan } = entry;
  if (entry.live) {
    return <PlanAsk ask={ask} text={text} items={items} hasKeys={hasKeys} />;
  }
  const isOpen = chosen ?? (isLatest && !awaitsApproval && items.length > 0);
  const shown = { kind: "plan" as const, text: editedPlan ?? text, items, collapsed: false };
  return (
    <>
      {awaitsApproval && (
        <AskAnswer
          entry={entry}
          verdict={decision === null ? "none" : verdicts[decision]}
          what={unansweredReason(entry) ?? entryLine(entry).text}
          about=""
          note={entry.note}
        />
      )}
      <Disclosure
        icon={<ListChecks size={15} />}
        title={awaitsApproval ? (editedPlan === null ? "Plan" : "Edited plan") : entryLine(entry).text}
        state={null}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        {isOpen && <PlanBlock block={shown} />}
      </Disclosure>
    </>
  );
}
