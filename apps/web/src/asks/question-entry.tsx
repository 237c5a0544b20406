import type { EntryKinds } from "@polylog/core";
import { ExactText } from "../conversation/hidden-text.tsx";
import { AnsweredLine, unanswered } from "./answered-line.tsx";
import { useIsFirstAsk } from "./permission-entry.tsx";
import { QuestionAsk } from "./question-ask.tsx";
import { useDescription } from "./use-description.ts";

export function QuestionEntryView({ entry }: { readonly entry: EntryKinds["question"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  const ask = useDescription(entry);
  if (entry.live) return <QuestionAsk ask={ask} questions={entry.questions} hasKeys={hasKeys} />;
  const said = entry.answers.map(({ answer }) => [answer].flat().join(", ")).join("; ");
  return (
    <AnsweredLine
      entry={entry}
      verdict={said === "" ? "none" : "yes"}
      what={unanswered(entry) ?? (said === "" ? "Not answered" : said)}
      about={<ExactText text={ask.objects.map(({ text }) => text).join(" · ")} />}
    />
  );
}
