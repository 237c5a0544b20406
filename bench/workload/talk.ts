import { Random } from "../random.ts";
import { prose } from "./prose.ts";

export interface TalkMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** A conversation of this many messages, alternating between a person and an agent. */
export function talk(messages: number): TalkMessage[] {
  const random = new Random(11);
  return Array.from({ length: messages }, (_, at) =>
    at % 2 === 0
      ? { role: "user", text: prose(random, random.between(40, 200)) }
      : { role: "assistant", text: prose(random, random.between(200, 900)) },
  );
}

/** A streaming answer, and the size of its tokens. */
export const answerText = prose(new Random(12), 3_000);
export const TOKEN_CHARS = 4;
export const TOKEN_MS = 4;

/** The part of a text that is the same on every screen, independent of wrapping and markup. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
