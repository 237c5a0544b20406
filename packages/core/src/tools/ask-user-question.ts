import type { Entry } from "../conversation/entry.ts";
import { defined } from "../defined.ts";
import { type Question, withoutRepeats } from "../events/question.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import type { Tool } from "./card.ts";
import { type Fields, fieldsOf, flagIn, inputOf, listIn, nameIn, textIn } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { askedBy } from "./output/asked-by.ts";
import { outputOf } from "./output/output.ts";
import { shortAnswer } from "./output/result-blocks.ts";

/** Questions to the person, and the answers. */
export const askUserQuestion: Tool = {
  waitsForPerson: true,
  names: ["ask_user_question", "ask_user", "request_user_input", "question", "ask_followup_question"],
  card: (call, conversation) => {
    const questions = questionsIn(inputOf(call));
    const ask = askedBy(
      call,
      conversation,
      (entry) => entry.kind === "question" && entry.callId === call.callId,
    );
    // The ask itself shows them while it is open.
    const isShown = questions.length > 0 && ask?.live !== true;
    return {
      icon: "question",
      ...actionTitle(call, ["Asking", "Asked", "ask"], questions[0]?.question ?? null),
      summary: answersOf(call, ask),
      blocks: isShown ? [{ kind: "question", questions, collapsed: !call.live }] : [],
    };
  },
};

function questionsIn(input: Fields): readonly Question[] {
  const many = listIn(input, "questions").map(fieldsOf);
  return (many.length > 0 ? many : [input]).flatMap((fields) => {
    const question = nameIn(fields, "question", "text", "prompt", "message");
    if (question === null) return [];
    const header = nameIn(fields, "header", "title");
    return [
      withoutRepeats({
        question,
        ...defined({ header }),
        options: listIn(fields, "options", "choices", "follow_up").flatMap(optionOf),
        multiSelect: flagIn(fields, "multiSelect", "multi_select", "multiple"),
      }),
    ];
  });
}

function optionOf(value: unknown): Question["options"] {
  const fields = fieldsOf(value);
  const label = typeof value === "string" ? value : textIn(fields, "label", "name", "value", "title");
  const description = nameIn(fields, "description");
  return label === null ? [] : [{ label, ...defined({ description }) }];
}

/** The answers: from the ask itself, else parsed from the tool's result. */
function answersOf(call: ToolCallEntry, ask: Entry | null): string | null {
  if (!succeeded(call)) return null;
  const given = ask?.kind === "question" ? ask.answers.map((said) => [said.answer].flat().join(", ")) : [];
  if (given.length > 0) return given.join("; ");
  const answers = [
    ...outputOf(call)
      .slice(0, 4000)
      .matchAll(/"[^"]{1,1000}"="([^"]{0,1000})"/g),
  ];
  return answers.map((match) => match[1]).join("; ") || shortAnswer(call, outputOf(call));
}
