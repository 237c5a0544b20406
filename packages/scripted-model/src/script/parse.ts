import { limits } from "../limits.ts";
import { type Reading, readAction, stepWords } from "./read-action.ts";
import { type Group, splitGroups } from "./split.ts";
import type { Action, Script, Step } from "./steps.ts";

/** Parses a text's script. Never fails: an invalid step contains its error. */
export function parseScript(text: string): Script {
  return { steps: splitGroups(text).map((group, index) => stepOf(group, index + 1)) };
}

/** Whether a text has a known step. Other double brackets do not count. */
export function holdsScript(text: string): boolean {
  return (
    text.includes("[[") && splitGroups(text).some(({ pieces }) => stepWords.has(firstWord(pieces[0] ?? "")))
  );
}

function stepOf({ pieces, closed }: Group, number: number): Step {
  if (!closed) return problemOf(number, "the closing ]] is missing");
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
  return { kind: "problem", problem: `Step ${number} of the script is invalid: ${problem}.` };
}
