import { hiddenLabel, hiddenPart } from "./exact-text.ts";

/** Characters that control a terminal or change the writing direction. */
const steering = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The same, except those that JSON allows unescaped. */
const steeringInJson = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text for a file: when it is printed, such characters appear by code and name and have no effect. */
export function terminalText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(steering, (character) => hiddenLabel(hiddenPart(character)));
}

/** JSON with the same value, in which such characters are escaped. */
export function terminalJson(json: string): string {
  return json.replace(
    steeringInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
