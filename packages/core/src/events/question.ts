import { z } from "zod";
import { type Ask, answerAsk, askOutcomes, openAsk } from "../conversation/asks.ts";
import { baseOf } from "../conversation/entry.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { actor, flag, id, optional, text } from "./fields.ts";

/** Questions: an agent asks a person for information. */

const question = z.object({
  question: text,
  header: optional(text),
  options: z.array(z.object({ label: text, description: optional(text) })),
  multiSelect: optional(flag),
});
export type Question = z.infer<typeof question>;

/** Omits a header that repeats the question, and an option's description that repeats its label. */
export function withoutRepeats({ header, options, ...rest }: Question): Question {
  return {
    ...rest,
    ...(header === undefined || isRepeat(header, rest.question) ? {} : { header }),
    options: options.map(({ label, description }) =>
      description === undefined || isRepeat(description, label) ? { label } : { label, description },
    ),
  };
}

/** Whether a text is empty or equals another one, apart from case, outer spaces and a full stop at the end. */
function isRepeat(one: string, other: string): boolean {
  const repeated = comparable(one);
  return repeated === "" || repeated === comparable(other);
}

function comparable(value: string): string {
  return value.trim().replace(/\.$/, "").toLowerCase();
}

const answer = z.object({ question: text, answer: z.union([text, z.array(text)]) });
export type QuestionAnswer = z.infer<typeof answer>;

export interface QuestionEntry extends Ask {
  readonly kind: "question";
  readonly questions: readonly Question[];
  readonly answers: readonly QuestionAnswer[];
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    question: QuestionEntry;
  }
}

const askUser = defineEvent({
  type: "ask_user",
  scope: "run",
  payload: { questionId: id, callId: optional(id), questions: z.array(question) },
  fold: (draft, event, run) => {
    openAsk(draft, run, {
      ...baseOf(event, "question", true),
      askId: event.questionId,
      callId: event.callId ?? null,
      answer: null,
      questions: event.questions.map(withoutRepeats),
      answers: [],
    });
  },
});

const askUserResponse = defineEvent({
  type: "ask_user_response",
  scope: "session",
  payload: {
    questionId: id,
    answers: optional(z.array(answer)),
    outcome: optional(z.enum(askOutcomes)),
    by: optional(actor),
  },
  fold: (draft, event) =>
    answerAsk(draft, "question", event.questionId, event, () => ({ answers: event.answers ?? [] })),
});

export const questions = eventGroup(
  [askUser, askUserResponse],
  [
    defineEntry("question", (entry) => {
      const asked = firstLine(entry.questions[0]?.question ?? "Question");
      const said = entry.answers.map((given) => [given.answer].flat().join(", ")).join("; ");
      return {
        icon: "ask",
        tone: entry.live ? "waiting" : "quiet",
        text: said === "" ? asked : `${asked} ${firstLine(said)}`,
      };
    }),
  ],
);
