import { defined, type EventBody, type Question, type QuestionAnswer } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { RunRef } from "../../connection/translation.ts";

/** Elicitations: forms that an agent sends, shown as questions. */
export interface Form {
  readonly fields: readonly Field[];
}

interface Field {
  readonly key: string;
  readonly type: "text" | "number" | "boolean" | "choice" | "choices";
  readonly question: Question;
  /** The value that is sent for an option, by its label. */
  readonly values: ReadonlyMap<string, string>;
  /** The field for free text; the question's own field if there is no separate one. */
  readonly freeTextField: string;
}

const [YES, NO] = ["Yes", "No"];

/** Null if the request is not a form: a page to open, or a form without fields. */
export function readForm(params: Native): Form | null {
  const schema = recordOf(params.requestedSchema);
  const properties = Object.entries(recordOf(schema.properties));
  if ((params.mode ?? "form") !== "form") return null;
  const message = nameOf(params.message) ?? "";
  const fields = properties
    .filter(([key]) => !isAddition(key, properties))
    .map(([key, property]) =>
      fieldOf(
        key,
        recordOf(property),
        properties.filter(([key]) => !isAddition(key, properties)).length === 1 ? message : "",
        customAnswerField(key, properties),
      ),
    );
  if (fields.length > 0) return { fields };
  if (message === "") return null;
  // The form has no fields and only needs consent.
  const question: Question = {
    question: message,
    options: [{ label: YES }, { label: NO }],
    multiSelect: false,
  };
  return { fields: [{ key: "", type: "boolean", question, values: new Map(), freeTextField: "" }] };
}

type Properties = readonly (readonly [string, unknown])[];

/** A free-text field next to a choice is dropped, because every question here accepts free text anyway. */
function isAddition(key: string, properties: Properties): boolean {
  const choice = additions.exec(key)?.[1];
  return choice !== undefined && properties.some(([other]) => other === choice);
}

function customAnswerField(key: string, properties: Properties): string {
  const own = properties.find(([other]) => additions.exec(other)?.[1] === key);
  return own?.[0] ?? key;
}

/** The names that the adapters for Claude and Codex use. */
const additions = /^(.+)_(?:custom|note)$/;

function fieldOf(key: string, property: Native, message: string, freeTextField: string): Field {
  const items = recordOf(property.items);
  const isMany = property.type === "array";
  const choices = choicesOf(isMany ? items : property);
  const type =
    choices.length > 0
      ? isMany
        ? "choices"
        : "choice"
      : property.type === "boolean"
        ? "boolean"
        : property.type === "number" || property.type === "integer"
          ? "number"
          : "text";
  const options =
    type === "boolean"
      ? [{ label: YES }, { label: NO }]
      : choices.map(({ label, description }) => ({
          label,
          ...defined({ description }),
        }));
  const title = nameOf(property.title);
  const said = nameOf(property.description);
  // A title that is a question becomes the question, and its description becomes the heading.
  const isQuestion = title?.endsWith("?") === true;
  const asked = isQuestion ? title : (said ?? (message === "" ? (title ?? key) : message));
  return {
    key,
    type,
    question: {
      question: asked,
      ...headed(isQuestion ? said : title, asked),
      options,
      multiSelect: isMany,
    },
    values: new Map(choices.map(({ label, value }) => [label, value])),
    freeTextField,
  };
}

function headed(header: string | null, question: string): { header?: string } {
  return header === null || header === question ? {} : { header };
}

function choicesOf(property: Native) {
  const plain = Array.isArray(property.enum) ? property.enum : [];
  const names = Array.isArray(property.enumNames) ? property.enumNames : [];
  const titled = [...recordsOf(property.oneOf), ...recordsOf(property.anyOf)].flatMap((choice) => {
    const value = nameOf(choice.const);
    return value === null
      ? []
      : [{ value, label: nameOf(choice.title) ?? value, description: nameOf(choice.description) }];
  });
  return [
    ...titled,
    ...plain.flatMap((choice, index) => {
      const value = nameOf(choice);
      return value === null ? [] : [{ value, label: nameOf(names[index]) ?? value, description: null }];
    }),
  ];
}

export function formEvent(form: Form, questionId: string, callId: string | null, runRef: RunRef): EventBody {
  const questions = form.fields.map(({ question }) => question);
  return { type: "ask_user", questionId, questions, ...defined({ callId }), ...runRef };
}

export function formAnswer(form: Form, answers: readonly QuestionAnswer[] | null): Native {
  if (answers === null) return { action: "cancel" };
  const given = form.fields.map((field, index) => {
    const named = answers.find(({ question }) => question === field.question.question);
    return { field, said: [(named ?? answers[index])?.answer ?? ""].flat() };
  });
  const [only] = given;
  if (only?.field.key === "") return { action: only.said[0] === YES ? "accept" : "decline" };
  const content = given.flatMap(({ field, said }) => contentOf(field, said));
  return { action: "accept", content: Object.fromEntries(content) };
}

function contentOf(
  { key, type, values, freeTextField }: Field,
  said: readonly string[],
): [string, unknown][] {
  const words = said.filter((word) => word !== "");
  const [first] = words;
  if (first === undefined) return [];
  switch (type) {
    case "boolean":
      return [[key, first === YES]];
    case "number":
      return Number.isFinite(Number(first)) ? [[key, Number(first)]] : [];
    case "text":
      return [[key, words.join(", ")]];
    case "choice":
      return values.has(first) ? [[key, values.get(first)]] : [[freeTextField, first]];
    case "choices": {
      const own = words.filter((word) => !values.has(word));
      const chosen = words.flatMap((word) => values.get(word) ?? []);
      if (own.length === 0 || freeTextField === key) return [[key, [...chosen, ...own]]];
      return [
        [key, chosen],
        [freeTextField, own.join(", ")],
      ];
    }
  }
}
