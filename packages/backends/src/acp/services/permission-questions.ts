import type { Question, QuestionAnswer } from "@polylog/core";
import { defined } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { Traits } from "../known-agents.ts";

/** Questions of an agent's model that come as a permission, as Qwen Code asks them. */

/** Empty where a permission is asked for. Only an agent that is known for it asks this way: a question hides what is allowed. */
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

/** The answers by the number of their question, as Qwen Code takes them. */
export function answersOf(questions: readonly Question[], answers: readonly QuestionAnswer[]): Native {
  const said = questions.map(({ question }, index) => {
    const given = answers.find((answer) => answer.question === question) ?? answers[index];
    return [String(index), [given?.answer ?? ""].flat().join(", ")];
  });
  return Object.fromEntries(said);
}
