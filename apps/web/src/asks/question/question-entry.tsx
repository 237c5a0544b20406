import type { EntryKinds } from "@polylog/core";
import { ExactText } from "../../ui/exact-text.tsx";
import { AskAnswer, unansweredReason } from "../ask-answer.tsx";
import { useIsFirstAsk } from "../permission/permission-entry.tsx";
import { useDescription } from "../use-description.ts";
import { QuestionAsk } from "./question-ask.tsx";

export function QuestionEntryView({ entry }: { readonly entry: EntryKinds["question"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  const ask = useDescription(entry);
  if (entry.live) return <QuestionAsk ask={ask} questions={entry.questions} hasKeys={hasKeys} />;
  const said = entry.answers.map(({ answer }) => [answer].flat().join(", ")).join("; ");
  return (
    <AskAnswer
      entry={entry}
      verdict={said === "" ? "none" : "yes"}
      what={unansweredReason(entry) ?? (said === "" ? "Not answered" : said)}
      about={<ExactText text={ask.objects.map(({ text }) => text).join(" · ")} />}
    />
  );
}
