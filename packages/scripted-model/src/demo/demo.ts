import { type Decision, type Part, say } from "../answer.ts";
import { isUser, type ModelRequest, type Turn } from "../conversation.ts";
import { type LastUserText, lastUserText } from "../last-user-text.ts";
import { type Dialogue, nextAnswer, ToolUse } from "./dialogue.ts";
import { keywords } from "./keywords.ts";
import { unknown } from "./texts.ts";
import { tour } from "./tour.ts";

/** For this model, an unknown first message starts the tour. */
const DEMO_MODEL = "demo";

/** The answer of the demo, for conversations without a script. */
export function demoAnswer(request: ModelRequest): Decision {
  const known = keywordAnswer(request);
  if (known !== null) return known;
  const last = lastUserText(request);
  if (last !== null && request.model === DEMO_MODEL && isFirst(request, last)) {
    return played("tour", tour(new ToolUse(request)), last.since);
  }
  return { step: "demo: unknown words", answer: { parts: [say(unknown)] } };
}

/** The answer to a known message. Null for others. */
export function keywordAnswer(request: ModelRequest): Decision | null {
  const last = lastUserText(request);
  if (last === null) return null;
  for (const { pattern, dialogue } of keywords) {
    const words = pattern.exec(spoken(last.text));
    if (words !== null)
      return played(words[0].slice(0, 40), dialogue(situationOf(request), words), last.since);
  }
  return null;
}

/** The message without the line that names the agent who sent it. */
function spoken(text: string): string {
  return text.trim().replace(/^\[From the agent [^\]]*\]\s*/, "");
}

function played(name: string, dialogue: Dialogue | readonly Part[], since: readonly Turn[]): Decision {
  const parts = nextAnswer(dialogue, since) ?? [
    say("This demo is finished. Send `help` to see what else I can do."),
  ];
  return { step: `demo: ${name}`, answer: { parts } };
}

function isFirst({ turns }: ModelRequest, { since }: LastUserText): boolean {
  return !turns.slice(0, turns.length - since.length).some(({ role }) => role === "assistant");
}

function situationOf(request: ModelRequest) {
  const users = request.turns.filter(isUser);
  const spoken = users.findLast(({ texts }) => texts.length > 0);
  return {
    tools: new ToolUse(request),
    images: { now: spoken?.images ?? 0, ever: users.reduce((total, { images }) => total + images, 0) },
  };
}
