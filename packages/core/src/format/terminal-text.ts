import { hiddenLabel, hiddenPart } from "./exact-text.ts";

/** Characters that steer a terminal, or turn the direction of what stands there. */
const steering = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The same, as far as JSON lets them stand as they are. */
const steeringInJson = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text for a file: whoever prints it there sees such a character by its code and name, and it does nothing. */
export function terminalText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(steering, (character) => hiddenLabel(hiddenPart(character)));
}

/** JSON as another text of the same value, in which such characters are escaped. */
export function terminalJson(json: string): string {
  return json.replace(
    steeringInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
