import { limits } from "../limits.ts";
import { type Reading, readAction, stepWords } from "./read-action.ts";
import { type Group, splitGroups } from "./split.ts";
import type { Action, Script, Step } from "./steps.ts";

/** A text's script. Whatever the text is, this gives one: a step that cannot be read says why. */
export function parseScript(text: string): Script {
  return { steps: splitGroups(text).map((group, index) => stepOf(group, index + 1)) };
}

/** Whether a text holds a step that is known here; other double brackets are no reason to play a text. */
export function holdsScript(text: string): boolean {
  return (
    text.includes("[[") && splitGroups(text).some(({ pieces }) => stepWords.has(firstWord(pieces[0] ?? "")))
  );
}

function stepOf({ pieces, closed }: Group, number: number): Step {
  if (!closed) return problemOf(number, "it is never closed by ]]");
  if (pieces.length > limits.actions) return problemOf(number, `it has more than ${limits.actions} blocks`);
  const actions: Action[] = [];
  for (const piece of pieces) {
    const reading = readPiece(piece);
    if ("problem" in reading) return problemOf(number, reading.problem);
    actions.push(reading.action);
  }
  return { kind: "actions", actions };
}

function readPiece(piece: string): Reading {
  const word = firstWord(piece);
  return readAction(word, piece.slice(word.length).trim());
}

function firstWord(piece: string): string {
  return /^\S*/.exec(piece)?.[0] ?? "";
}

function problemOf(number: number, problem: string): Step {
  return { kind: "problem", problem: `Step ${number} of the script cannot be played: ${problem}.` };
}
