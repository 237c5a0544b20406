import type { EntryKinds } from "@polylog/core";
import { AnsweredLine, unanswered } from "./answered-line.tsx";
import { useIsFirstAsk } from "./permission-entry.tsx";
import { QuestionAsk } from "./question-ask.tsx";
import { WhoAsks } from "./who-asks.tsx";

export function QuestionEntryView({ entry }: { readonly entry: EntryKinds["question"] }) {
  const hasKeys = useIsFirstAsk(entry.askId);
  if (entry.live) {
    return (
      <QuestionAsk
        askId={entry.askId}
        questions={entry.questions}
        hasKeys={hasKeys}
        who={<WhoAsks runId={entry.runId} agentId={entry.agentId} />}
      />
    );
  }
  const said = entry.answers.map(({ answer }) => [answer].flat().join(", ")).join("; ");
  return (
    <AnsweredLine
      entry={entry}
      verdict={said === "" ? "none" : "yes"}
      what={unanswered(entry) ?? (said === "" ? "Not answered" : said)}
      about={entry.questions.map(({ question }) => question).join(" · ")}
    />
  );
}
