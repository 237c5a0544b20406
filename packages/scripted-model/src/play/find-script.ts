import type { ModelRequest, Turn } from "../conversation.ts";
import { type LastUserText, lastUserText } from "../last-user-text.ts";
import { holdsScript, parseScript } from "../script/parse.ts";
import type { Script } from "../script/steps.ts";
import { withoutWaits } from "./wait-for-subagents.ts";

/** The script that is played, and what has happened since it was given. */
export type FoundScript = {
  readonly text: string;
  readonly script: Script;
  /** How many answers the model has given since, each of which took a step. */
  readonly answers: number;
  readonly since: readonly Turn[];
};

/** The newest text that holds a known step; the very newest may also hold an unknown one, which is then explained. */
export function findScript(request: ModelRequest): FoundScript | null {
  const newest = lastUserText(request);
  if (newest !== null && parseScript(newest.text).steps.length > 0) return foundIn(newest);
  const older = lastUserText(request, holdsScript);
  return older === null ? null : foundIn(older);
}

function foundIn({ text, since }: LastUserText): FoundScript {
  return { text, script: parseScript(text), answers: withoutWaits(since).length, since };
}
