import { type Part, say } from "../answer.ts";
import { limits } from "../limits.ts";
import { explain, greet } from "./first-dialogues.ts";
import { tourFacts } from "./project.ts";
import { type Hands, nothing, type Outcome, type Talk } from "./dialogue.ts";
import { tests } from "./test-run.ts";
import { connect, help, longText, thanks } from "./texts.ts";
import { tour } from "./tour.ts";

/** What is known beside the words: the tools, and how many images were sent. */
export type Situation = {
  readonly hands: Hands;
  readonly images: { readonly now: number; readonly ever: number };
};

type Keyword = {
  readonly pattern: RegExp;
  readonly talk: (situation: Situation, words: RegExpExecArray) => Talk | readonly Part[];
};

/** The demo's other agent. */
const REVIEWER = "demo-reviewer";

export const keywords: readonly Keyword[] = [
  {
    pattern: /^(?:tour|show me\b.*|demo|start|continue|go on|take (?:me on )?the tour)\W*$/i,
    talk: ({ hands }) => tour(hands),
  },
  { pattern: /^(?:help|what can you do|commands|\?)\W*$/i, talk: () => only(help) },
  {
    pattern: /^(?:hello|hi|hey|good (?:morning|day|evening))\b.{0,30}$/i,
    talk: () => only(`Hello! ${help}`),
  },
  { pattern: /^read\s+`?([^\s`]+)`?$/i, talk: ({ hands }, [, path = ""]) => readFile(hands, path) },
  { pattern: /^review\s+`?([^\s`]+)`?/i, talk: ({ hands }, [, path = ""]) => review(hands, path) },
  {
    pattern: /^run\s+`?(?!the tests?\b)(.+?)`?$/i,
    talk: ({ hands }, [, command = ""]) => run(hands, command),
  },
  {
    pattern:
      /^(?:(?:run )?(?:the )?tests?(?: of this project)?(?: and (?:tell|show) me\b.{0,60})?|test it)\W*$/i,
    talk: ({ hands }) => runTests(hands),
  },
  {
    pattern: /^(?:what is in this project|what does this project do|explain this project)\b/i,
    talk: ({ hands }) => explain(hands),
  },
  { pattern: /^add a (?:file with a )?(?:short )?greeting\W*$/i, talk: ({ hands }) => greet(hands) },
  { pattern: /^plan\W*$/i, talk: ({ hands }) => showPlan(hands) },
  { pattern: /^ask(?: me)?\W*$/i, talk: ({ hands }) => ask(hands) },
  { pattern: /^think\W*$/i, talk: think },
  { pattern: /^subagent\W*$/i, talk: ({ hands }) => subagent(hands) },
  {
    pattern: /^(?:(?:two )?agents|(?:ask )?(?:the )?reviewer|work together)\W*$/i,
    talk: ({ hands }) => askReviewer(hands),
  },
  { pattern: /^(?:in the )?background\W*$/i, talk: ({ hands }) => askLater(hands) },
  { pattern: /^Answer of (\S+) to your message[^:]*:\s*([\s\S]*)$/, talk: (_, words) => only(later(words)) },
  { pattern: /^long\W*$/i, talk: long },
  { pattern: /^(?:how many )?images?\b[^.]{0,40}$/i, talk: ({ images }) => only(imagesSeen(images)) },
  { pattern: /^(?:connect|models?|how do i connect)\b.{0,60}$/i, talk: () => only(connect) },
  { pattern: /^(?:thanks?|thank you)\b.{0,40}$/i, talk: () => only(thanks) },
];

function only(text: string): readonly Part[] {
  return [say(text)];
}

function* readFile(hands: Hands, path: string): Talk {
  if (!hands.can("read") && !hands.can("shell")) return [say(missing("reading files"))];
  const [file = nothing] = yield [hands.read(path)];
  if (file.refused) return [say(`I could not read \`${path}\`:\n\n${fenced(file.text)}`)];
  return [say(`\`${path}\` has ${lines(file.text)} lines. It begins like this:\n\n${fenced(file.text)}`)];
}

function* review(hands: Hands, path: string): Talk {
  if (!hands.can("read") && !hands.can("shell")) return [say(missing("reading files"))];
  const [file = nothing] = yield [hands.read(path)];
  if (file.text.includes(tourFacts.right)) {
    return [say("The average is right: the total is divided by the number of values.")];
  }
  if (file.text.includes(tourFacts.wrong)) {
    return [say("The average is wrong: the total is divided by one less than the number of values.")];
  }
  if (file.refused) return [say(`I could not read \`${path}\`, so I cannot review it.`)];
  return [
    say(`I read \`${path}\`, ${lines(file.text)} lines. I follow a script, so I have no opinion on it.`),
  ];
}

function* run(hands: Hands, command: string): Talk {
  if (!hands.can("shell")) return [say(missing("running commands"))];
  const [output = nothing] = yield [hands.shell(command)];
  if (output.refused) return [say(`That was not run, or it failed:\n\n${fenced(output.text)}`)];
  return [
    say(output.text.trim() === "" ? "It ran and printed nothing." : `It printed:\n\n${fenced(output.text)}`),
  ];
}

function* runTests(hands: Hands): Talk {
  if (!hands.can("shell")) return [say(missing("running commands"))];
  const [output = nothing] = yield [say("I run the tests."), hands.shell(tourFacts.testCommand)];
  return [say(`The tests: ${tests(output)}.`)];
}

function* showPlan(hands: Hands): Talk {
  if (!hands.can("plan") && !hands.can("todo")) return [say(missing("plans"))];
  const items = ["Read the README", "Run the tests", "Repair what fails"];
  const [answer = nothing] = yield [
    say("Here is a plan."),
    hands.can("plan") ? hands.proposePlan(items) : hands.do({ do: "plan", items }),
  ];
  return [say(planAnswered(answer))];
}

function planAnswered({ text, refused }: Outcome): string {
  if (refused) return "You did not agree, so I do nothing. Say `tour` if you want to see it done.";
  const note = text.trim() === "" ? "" : `\n\n${fenced(text)}`;
  return `The plan stands. This is what came back:${note}\n\nSay \`tour\` and I carry it out.`;
}

function* ask(hands: Hands): Talk {
  if (!hands.can("ask")) return [say(missing("questions"))];
  const options = ["Tea", "Coffee", "Water"];
  const [answer = nothing] = yield [hands.do({ do: "ask", question: "What shall it be?", options })];
  const chosen = options
    .filter((option) => answer.text.includes(option))
    .sort((one, other) => answer.text.lastIndexOf(other) - answer.text.lastIndexOf(one))[0];
  if (chosen !== undefined) return [say(`${chosen} it is.`)];
  return [say(answer.refused ? "No answer is an answer too." : `You said:\n\n${fenced(answer.text)}`)];
}

function* subagent(hands: Hands): Talk {
  if (!hands.can("subagent")) return [say(missing("subagents"))];
  const [report = nothing] = yield [hands.do({ do: "subagent", prompt: `Review ${tourFacts.source}` })];
  return [say(`The subagent reports:\n\n${fenced(report.text)}`)];
}

/** Another agent, in a session of its own, looks at what this one cannot judge. */
function* askReviewer(hands: Hands): Talk {
  const call = hands.message(REVIEWER, `review ${tourFacts.source}`, "sync");
  if (call === null) return [say(missing("writing to other agents"))];
  const [answer = nothing] = yield [say(`I ask the agent \`${REVIEWER}\` and wait for its answer.`), call];
  const told = answerIn(answer.text);
  if (told === null) return [say(`The other agent did not answer:\n\n${fenced(answer.text)}`)];
  return [
    say(
      `\`${REVIEWER}\` says: ${told}\n\nOpen the card above to see what it did, and its session from there.`,
    ),
  ];
}

function* askLater(hands: Hands): Talk {
  const call = hands.message(REVIEWER, `review ${tourFacts.source}`, "async");
  if (call === null) return [say(missing("writing to other agents"))];
  yield [call];
  return [say("It is on its way. I do not wait: its answer comes by itself, and I go on then.")];
}

function later([, agentId = "", text = ""]: RegExpExecArray): string {
  return `\`${agentId}\` has answered: ${text.trim()}`;
}

/** What the other agent said, in the result of the call; null where it said nothing. */
function answerIn(result: string): string | null {
  try {
    const { response } = JSON.parse(result) as { response?: unknown };
    return typeof response === "string" && response !== "" ? response : null;
  } catch {
    // Not JSON: the other agent gave no answer.
    return null;
  }
}

function think(): readonly Part[] {
  return [
    {
      kind: "thinking",
      text: "I am asked to think. I cannot, I follow a script. But I can show what thinking looks like here: it streams like text, and folds away when the answer comes.",
    },
    say("That was my thinking, above. It folds away so that the answer stays in view."),
  ];
}

function long(): readonly Part[] {
  return [{ kind: "text", text: longText, wordMs: 10 }];
}

function missing(what: string): string {
  return `I was given no tool for ${what}. Ask me for \`help\` to see what else there is.`;
}

function imagesSeen({ now, ever }: Situation["images"]): string {
  const count = (images: number) => (images === 1 ? "1 image" : `${images} images`);
  return `I see ${count(now)} in this message and ${count(ever)} in the conversation. I only count them: I cannot look.`;
}

function lines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

/** A piece of a result as a block of code; a longer fence where the text has one of its own. */
function fenced(text: string): string {
  const piece = text.slice(0, limits.quotedChars).replace(/\n+$/, "");
  const fence = "`".repeat(Math.max(3, ...(piece.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `${fence}\n${piece}${text.length > limits.quotedChars ? "\n…" : ""}\n${fence}`;
}
