import type { ModelRequest, Turn } from "../conversation.ts";
import { type LastUserText, lastUserText } from "../last-user-text.ts";
import { holdsScript, parseScript } from "../script/parse.ts";
import type { Script } from "../script/steps.ts";
import { withoutWaits } from "./wait-for-subagents.ts";

/** The current script, and its progress. */
export type FoundScript = {
  readonly text: string;
  readonly script: Script;
  /** The number of the model's answers since, each of which used one step. */
  readonly answers: number;
  readonly since: readonly Turn[];
};

/**
 * Finds the latest text with a known step. If the very latest text has an unknown step, that text is used and
 * explained.
 */
export function findScript(request: ModelRequest): FoundScript | null {
  const newest = lastUserText(request);
  if (newest !== null && parseScript(newest.text).steps.length > 0) return foundIn(newest);
  const older = lastUserText(request, holdsScript);
  return older === null ? null : foundIn(older);
}

function foundIn({ text, since }: LastUserText): FoundScript {
  return { text, script: parseScript(text), answers: withoutWaits(since).length, since };
}
