import { type Part, say } from "../answer.ts";
import { limits } from "../limits.ts";
import { type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { explain, greet } from "./first-dialogues.ts";
import { tourFacts } from "./project.ts";
import { tests } from "./test-run.ts";
import { connect, help, longText, thanks } from "./texts.ts";
import { tour } from "./tour.ts";

/** What is known beside the words: the tools, and how many images were sent. */
export type Situation = {
  readonly tools: ToolUse;
  readonly images: { readonly now: number; readonly ever: number };
};

type Keyword = {
  readonly pattern: RegExp;
  readonly dialogue: (situation: Situation, words: RegExpExecArray) => Dialogue | readonly Part[];
};

/** The demo's other agent. */
const REVIEWER = "demo-reviewer";

export const keywords: readonly Keyword[] = [
  {
    pattern: /^(?:tour|show me\b.*|demo|start|continue|go on|take (?:me on )?the tour)\W*$/i,
    dialogue: ({ tools }) => tour(tools),
  },
  { pattern: /^(?:help|what can you do|commands|\?)\W*$/i, dialogue: () => only(help) },
  {
    pattern: /^(?:hello|hi|hey|good (?:morning|day|evening))\b.{0,30}$/i,
    dialogue: () => only(`Hello! ${help}`),
  },
  { pattern: /^read\s+`?([^\s`]+)`?$/i, dialogue: ({ tools }, [, path = ""]) => readFile(tools, path) },
  { pattern: /^review\s+`?([^\s`]+)`?/i, dialogue: ({ tools }, [, path = ""]) => review(tools, path) },
  {
    pattern: /^run\s+`?(?!the tests?\b)(.+?)`?$/i,
    dialogue: ({ tools }, [, command = ""]) => run(tools, command),
  },
  {
    pattern:
      /^(?:(?:run )?(?:the )?tests?(?: of this project)?(?: and (?:tell|show) me\b.{0,60})?|test it)\W*$/i,
    dialogue: ({ tools }) => runTests(tools),
  },
  {
    pattern: /^(?:what is in this project|what does this project do|explain this project)\b/i,
    dialogue: ({ tools }) => explain(tools),
  },
  { pattern: /^add a (?:file with a )?(?:short )?greeting\W*$/i, dialogue: ({ tools }) => greet(tools) },
  { pattern: /^plan\W*$/i, dialogue: ({ tools }) => showPlan(tools) },
  { pattern: /^ask(?: me)?\W*$/i, dialogue: ({ tools }) => ask(tools) },
  { pattern: /^think\W*$/i, dialogue: think },
  { pattern: /^subagent\W*$/i, dialogue: ({ tools }) => subagent(tools) },
  {
    pattern: /^(?:(?:two )?agents|(?:ask )?(?:the )?reviewer|work together)\W*$/i,
    dialogue: ({ tools }) => askReviewer(tools),
  },
  { pattern: /^(?:in the )?background\W*$/i, dialogue: ({ tools }) => askLater(tools) },
  {
    pattern: /^Answer of (\S+) to your message[^:]*:\s*([\s\S]*)$/,
    dialogue: (_, words) => only(later(words)),
  },
  { pattern: /^long\W*$/i, dialogue: long },
  { pattern: /^(?:how many )?images?\b[^.]{0,40}$/i, dialogue: ({ images }) => only(imagesSeen(images)) },
  { pattern: /^(?:connect|models?|how do i connect)\b.{0,60}$/i, dialogue: () => only(connect) },
  { pattern: /^(?:thanks?|thank you)\b.{0,40}$/i, dialogue: () => only(thanks) },
];

function only(text: string): readonly Part[] {
  return [say(text)];
}

function* readFile(tools: ToolUse, path: string): Dialogue {
  if (!tools.can("read") && !tools.can("shell")) return [say(missing("reading files"))];
  const [file = noResult] = yield [tools.read(path)];
  if (file.refused) return [say(`I could not read \`${path}\`:\n\n${fenced(file.text)}`)];
  return [say(`\`${path}\` has ${lines(file.text)} lines. It begins like this:\n\n${fenced(file.text)}`)];
}

function* review(tools: ToolUse, path: string): Dialogue {
  if (!tools.can("read") && !tools.can("shell")) return [say(missing("reading files"))];
  const [file = noResult] = yield [tools.read(path)];
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

function* run(tools: ToolUse, command: string): Dialogue {
  if (!tools.can("shell")) return [say(missing("running commands"))];
  const [output = noResult] = yield [tools.shell(command)];
  if (output.refused) return [say(`That was not run, or it failed:\n\n${fenced(output.text)}`)];
  return [
    say(output.text.trim() === "" ? "It ran and printed nothing." : `It printed:\n\n${fenced(output.text)}`),
  ];
}

function* runTests(tools: ToolUse): Dialogue {
  if (!tools.can("shell")) return [say(missing("running commands"))];
  const [output = noResult] = yield [say("I run the tests."), tools.shell(tourFacts.testCommand)];
  return [say(`The tests: ${tests(output)}.`)];
}

function* showPlan(tools: ToolUse): Dialogue {
  if (!tools.can("plan") && !tools.can("todo")) return [say(missing("plans"))];
  const items = ["Read the README", "Run the tests", "Repair what fails"];
  const [answer = noResult] = yield [
    say("Here is a plan."),
    tools.can("plan") ? tools.proposePlan(items) : tools.do({ do: "plan", items }),
  ];
  return [say(planAnswered(answer))];
}

function planAnswered({ text, refused }: Outcome): string {
  if (refused) return "You did not agree, so I do nothing. Say `tour` if you want to see it done.";
  const note = text.trim() === "" ? "" : `\n\n${fenced(text)}`;
  return `The plan stands. This is what came back:${note}\n\nSay \`tour\` and I carry it out.`;
}

function* ask(tools: ToolUse): Dialogue {
  if (!tools.can("ask")) return [say(missing("questions"))];
  const options = ["Tea", "Coffee", "Water"];
  const [answer = noResult] = yield [tools.do({ do: "ask", question: "What shall it be?", options })];
  const chosen = options
    .filter((option) => answer.text.includes(option))
    .sort((one, other) => answer.text.lastIndexOf(other) - answer.text.lastIndexOf(one))[0];
  if (chosen !== undefined) return [say(`${chosen} it is.`)];
  return [say(answer.refused ? "No answer is an answer too." : `You said:\n\n${fenced(answer.text)}`)];
}

function* subagent(tools: ToolUse): Dialogue {
  if (!tools.can("subagent")) return [say(missing("subagents"))];
  const [report = noResult] = yield [tools.do({ do: "subagent", prompt: `Review ${tourFacts.source}` })];
  return [say(`The subagent reports:\n\n${fenced(report.text)}`)];
}

/** Another agent, in a session of its own, looks at what this one cannot judge. */
function* askReviewer(tools: ToolUse): Dialogue {
  const call = tools.message(REVIEWER, `review ${tourFacts.source}`, "sync");
  if (call === null) return [say(missing("writing to other agents"))];
  const [answer = noResult] = yield [say(`I ask the agent \`${REVIEWER}\` and wait for its answer.`), call];
  const answerText = answerIn(answer.text);
  if (answerText === null) return [say(`The other agent did not answer:\n\n${fenced(answer.text)}`)];
  return [
    say(
      `\`${REVIEWER}\` says: ${answerText}\n\nOpen the card above to see what it did, and its session from there.`,
    ),
  ];
}

function* askLater(tools: ToolUse): Dialogue {
  const call = tools.message(REVIEWER, `review ${tourFacts.source}`, "async");
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
