import { type Decision, type Part, say } from "../answer.ts";
import { isUser, type ModelRequest, type Turn } from "../conversation.ts";
import { type LastWords, lastWords } from "../play/find-script.ts";
import { keywords } from "./keywords.ts";
import { Hands, nextAnswer, type Talk } from "./dialogue.ts";
import { unknown } from "./texts.ts";
import { tour } from "./tour.ts";

/** A model of this name takes the first words of a conversation, whatever they are, as a wish for the tour. */
const DEMO_MODEL = "demo";

/** The conversation that is held where there is no script. */
export function demoAnswer(request: ModelRequest): Decision {
  const known = keywordAnswer(request);
  if (known !== null) return known;
  const last = lastWords(request);
  if (last !== null && request.model === DEMO_MODEL && isFirst(request, last)) {
    return played("tour", tour(new Hands(request)), last.since);
  }
  return { step: "demo: unknown words", answer: { parts: [say(unknown)] } };
}

/** The answer to words that are known here; null for others. */
export function keywordAnswer(request: ModelRequest): Decision | null {
  const last = lastWords(request);
  if (last === null) return null;
  for (const { pattern, talk } of keywords) {
    const words = pattern.exec(spoken(last.text));
    if (words !== null) return played(words[0].slice(0, 40), talk(situationOf(request), words), last.since);
  }
  return null;
}

/** What was said, without the line that tells which agent says it. */
function spoken(text: string): string {
  return text.trim().replace(/^\[From the agent [^\]]*\]\s*/, "");
}

function played(name: string, talk: Talk | readonly Part[], since: readonly Turn[]): Decision {
  const parts = nextAnswer(talk, since) ?? [say("That was all. Say `help` to see what else there is.")];
  return { step: `demo: ${name}`, answer: { parts } };
}

function isFirst({ turns }: ModelRequest, { since }: LastWords): boolean {
  return !turns.slice(0, turns.length - since.length).some(({ role }) => role === "assistant");
}

function situationOf(request: ModelRequest) {
  const users = request.turns.filter(isUser);
  const spoken = users.findLast(({ texts }) => texts.length > 0);
  return {
    hands: new Hands(request),
    images: { now: spoken?.images ?? 0, ever: users.reduce((total, { images }) => total + images, 0) },
  };
}
