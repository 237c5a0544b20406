import type {
  AskChoice,
  AskEntry,
  EntryKinds,
  PermissionOffer,
  PermissionOption,
  QuestionAnswer,
} from "@polylog/core";
import { askChoices, type KeyAction, keyAction, makesRule, permissionOffers } from "@polylog/core";
import { type Editor, edit, editorWith, emptyEditor, insert } from "../input/editor.ts";
import { type Key, plainKey } from "../terminal/keys.ts";

/** The state of answering an ask. */
export interface AskState {
  readonly askId: string;
  /** The row that Enter selects. */
  readonly row: number;
  /** Whether the other options are visible. */
  readonly isExpanded: boolean;
  /** The selected scope of a lasting answer. */
  readonly offer: number;
  /** Text that is part of the answer: a note, a custom answer or an edited plan. */
  readonly writing: Editor | null;
  /** Answered questions, and the selected options of the current one. */
  readonly answered: readonly QuestionAnswer[];
  readonly ticked: readonly string[];
}

export type AskAnswer =
  | {
      readonly kind: "permission";
      readonly optionId: string;
      readonly note?: string;
      readonly offer?: PermissionOffer;
    }
  | { readonly kind: "question"; readonly answers: readonly QuestionAnswer[] }
  | {
      readonly kind: "plan";
      readonly decision: "approve" | "reject" | "edit";
      readonly plan?: string;
      readonly note?: string;
    };

export interface AskStep {
  readonly state: AskState;
  /** The answer to send. */
  readonly answer: AskAnswer | null;
}

export function startAsk(entry: AskEntry): AskState {
  const state = {
    askId: entry.askId,
    row: 0,
    isExpanded: false,
    offer: 0,
    writing: null,
    answered: [],
    ticked: [],
  };
  const isOpen = entry.kind === "question" && (entry.questions[0]?.options.length ?? 0) === 0;
  return isOpen ? { ...state, writing: emptyEditor } : state;
}

/** A selectable row. */
export interface AskRow {
  /** The number that selects it; null for the row that shows the other options. */
  readonly number: number | null;
  readonly name: string;
  /** The effect of a permission option. */
  readonly choice: AskChoice | null;
}

export function askRows(entry: AskEntry, state: AskState): readonly AskRow[] {
  if (entry.kind === "permission") return permissionRows(entry, state);
  const names =
    entry.kind === "plan"
      ? ["Approve", "Reject", "Edit…", "Reject with note…"]
      : [
          ...(entry.questions[state.answered.length]?.options ?? []).map(({ label }) => label),
          "Other answer…",
        ];
  return names.map((name, index) => ({ number: index + 1, name, choice: null }));
}

const rejectPlanRow = 3;

/** Numbers stay the same when the other options are shown. */
function permissionRows(entry: EntryKinds["permission"], { isExpanded }: AskState): readonly AskRow[] {
  const choices = askChoices(entry, entry.options);
  const primary = choices.filter(({ isPrimary }) => isPrimary);
  const last = choices.length + (rejectOf(entry) === null ? 0 : 1);
  const isFolded = !isExpanded && choices.length > primary.length;
  return [
    ...(isFolded ? primary : choices).map((choice) => ({
      number: choice.number,
      name: choice.label,
      choice,
    })),
    ...(isFolded
      ? [{ number: null, name: `More… (${primary.length + 1}–${last})`, choice: null }]
      : last > choices.length
        ? [{ number: last, name: "Reject with note…", choice: null }]
        : []),
  ];
}

/** The possible scopes of a lasting answer, if there is a choice. */
export function askOffers(entry: AskEntry): readonly PermissionOffer[] {
  if (entry.kind !== "permission" || !entry.options.some(makesRule)) return [];
  const offers = permissionOffers(entry);
  return offers.length > 1 ? offers : [];
}

/** Handles a key for the ask; null if the key has no meaning here. */
export function askKey(entry: AskEntry, state: AskState, key: Key): AskStep | null {
  if (state.writing !== null) return writingKey(entry, state, state.writing, key);
  const rows = askRows(entry, state);
  const move = (by: number) => stay({ ...state, row: (state.row + by + rows.length) % rows.length });
  const handlers: Readonly<Record<Exclude<KeyAction<"terminal", "ask">, "answer">, () => AskStep | null>> = {
    "previous-option": () => move(-1),
    "next-option": () => move(1),
    "confirm-answer": () => choose(entry, state, state.row, true),
    "previous-scope": () => turn(entry, state, -1),
    "next-scope": () => turn(entry, state, 1),
  };
  // Shift has no effect here. Digits arrive as text: see `askText`.
  const action = keyAction("terminal", "ask", { ...key, shift: false });
  return action === null || action === "answer" ? null : handlers[action]();
}

function turn(entry: AskEntry, state: AskState, by: number): AskStep | null {
  const { length } = askOffers(entry);
  return length === 0 ? null : stay({ ...state, offer: (state.offer + by + length) % length });
}

export function askText(entry: AskEntry, state: AskState, text: string): AskStep | null {
  if (state.writing !== null) return stay({ ...state, writing: insert(state.writing, text) });
  if (keyAction("terminal", "ask", plainKey(text)) !== "answer") return null;
  const rowOf = (each: AskState) => askRows(entry, each).findIndex(({ number }) => number === Number(text));
  const row = rowOf(state);
  if (row >= 0) return choose(entry, { ...state, row }, row, false);
  // A hidden option is shown first; the next key selects it.
  const unfolded = { ...state, isExpanded: true };
  const below = rowOf(unfolded);
  return below < 0 ? null : stay({ ...unfolded, row: below });
}

function writingKey(entry: AskEntry, state: AskState, writing: Editor, key: Key): AskStep | null {
  if (keyAction("terminal", "session", key) === "interrupt")
    return stay({ ...startAsk(entry), answered: state.answered, writing: null });
  const action = keyAction("terminal", "message", key);
  if (action === "send") return finishWriting(entry, state, writing.text.trim());
  if (action === "new-line") return stay({ ...state, writing: insert(writing, "\n") });
  const edited = edit(writing, key);
  return edited === null ? null : stay({ ...state, writing: edited });
}

function finishWriting(entry: AskEntry, state: AskState, text: string): AskStep {
  if (entry.kind === "permission") {
    const reject = rejectOf(entry);
    return reject === null
      ? stay(state)
      : {
          state,
          answer: { kind: "permission", optionId: reject.optionId, ...(text === "" ? {} : { note: text }) },
        };
  }
  if (text === "") return stay(state);
  if (entry.kind === "plan")
    return state.row === rejectPlanRow
      ? { state, answer: { kind: "plan", decision: "reject", note: text } }
      : { state, answer: { kind: "plan", decision: "edit", plan: text } };
  return answerQuestion(entry, state, [...state.ticked, text]);
}

function choose(entry: AskEntry, state: AskState, row: number, isEnter: boolean): AskStep {
  if (entry.kind === "permission") {
    const chosen = askRows(entry, state)[row];
    if (chosen?.number === null) return stay({ ...state, isExpanded: true });
    const option = chosen?.choice?.option;
    if (option === undefined) return stay({ ...state, writing: emptyEditor });
    const offer = makesRule(option) ? askOffers(entry)[state.offer] : undefined;
    const answer = { kind: "permission", optionId: option.optionId } as const;
    return { state, answer: offer === undefined ? answer : { ...answer, offer } };
  }
  if (entry.kind === "plan") {
    if (row < 2) return { state, answer: { kind: "plan", decision: row === 0 ? "approve" : "reject" } };
    if (row === rejectPlanRow) return stay({ ...state, row, writing: emptyEditor });
    const plan = entry.text ?? entry.items.map(({ content }) => `- ${content}`).join("\n");
    return stay({ ...state, row, writing: editorWith(plan) });
  }
  return chooseAnswer(entry, state, row, isEnter);
}

function chooseAnswer(
  entry: EntryKinds["question"],
  state: AskState,
  row: number,
  isEnter: boolean,
): AskStep {
  const question = entry.questions[state.answered.length];
  const label = question?.options[row]?.label;
  if (label === undefined) return stay({ ...state, writing: emptyEditor });
  if (question?.multiSelect !== true) return answerQuestion(entry, state, [label]);
  if (isEnter && state.ticked.length > 0) return answerQuestion(entry, state, state.ticked);
  const ticked = state.ticked.includes(label)
    ? state.ticked.filter((each) => each !== label)
    : [...state.ticked, label];
  return stay({ ...state, ticked });
}

/** Moves to the next question, or sends all answers after the last one. */
function answerQuestion(entry: EntryKinds["question"], state: AskState, given: readonly string[]): AskStep {
  const question = entry.questions[state.answered.length];
  if (question === undefined) return stay(state);
  const answer = question.multiSelect === true ? [...given] : (given.at(-1) ?? "");
  const answered = [...state.answered, { question: question.question, answer }];
  if (answered.length === entry.questions.length)
    return { state, answer: { kind: "question", answers: answered } };
  const isOpen = (entry.questions[answered.length]?.options.length ?? 0) === 0;
  return stay({ ...state, row: 0, ticked: [], answered, writing: isOpen ? emptyEditor : null });
}

function rejectOf({ options }: EntryKinds["permission"]): PermissionOption | null {
  return (
    options.find(({ kind }) => kind === "reject_once") ??
    options.find(({ kind }) => kind === "reject_always") ??
    null
  );
}

function stay(state: AskState): AskStep {
  return { state, answer: null };
}
