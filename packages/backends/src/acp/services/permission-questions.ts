import { defined, type Question, type QuestionAnswer } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { Traits } from "../agent-traits.ts";

/** Questions of an agent's model that arrive as permission requests, as Qwen Code sends them. */

/** Empty for a real permission request. Limited to agents known to do this, because a question hides what it allows. */
export function questionsIn({ asksByPermission }: Traits, asked: Native): Question[] {
  const meta = recordOf(asked._meta);
  if (!asksByPermission || meta.qwenInteractionKind !== "user_question") return [];
  return recordsOf(meta.qwenQuestions).map(({ question, header, options, multiSelect }) => ({
    question: nameOf(question) ?? "",
    ...defined({ header: nameOf(header) }),
    options: recordsOf(options).flatMap(({ label, description }) => {
      const name = nameOf(label);
      const said = nameOf(description);
      return name === null ? [] : [{ label: name, ...defined({ description: said }) }];
    }),
    multiSelect: multiSelect === true,
  }));
}

/** The answers by the number of their question, in Qwen Code's format. */
export function answersOf(questions: readonly Question[], answers: readonly QuestionAnswer[]): Native {
  const said = questions.map(({ question }, index) => {
    const given = answers.find((answer) => answer.question === question) ?? answers[index];
    return [String(index), [given?.answer ?? ""].flat().join(", ")];
  });
  return Object.fromEntries(said);
}
