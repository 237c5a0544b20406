import type { Question, QuestionAnswer } from "@polylog/core";
import { PolylogError } from "../errors.ts";

/**
 * Refuses what does not answer what was asked. Not every question needs an answer, and words of one's own are as good as
 * an option; but something must be said, each thing to a question that was asked, and one thing where one is wanted.
 */
export function checkAnswers(questions: readonly Question[], answers: readonly QuestionAnswer[]): void {
  const asked = Map.groupBy(questions, ({ question }) => question);
  const refuse = (why: string) => {
    const names = questions.map(({ question }) => `“${question}”`).join(", ");
    throw new PolylogError("bad_request", `${why} Asked was: ${names}.`, { questions: [...asked.keys()] });
  };
  for (const [question, given] of Map.groupBy(answers, (answer) => answer.question)) {
    const known = asked.get(question);
    if (known === undefined) return refuse(`Nobody asked “${question}”.`);
    if (given.length > known.length) return refuse(`“${question}” is answered more than once.`);
    const takesOne = known.every(({ multiSelect }) => multiSelect !== true);
    if (takesOne && given.some(({ answer }) => Array.isArray(answer) && answer.length > 1))
      return refuse(`“${question}” takes one answer.`);
  }
  if (!answers.some(({ answer }) => [answer].flat().some((text) => text.trim() !== "")))
    refuse("There is no answer.");
}
