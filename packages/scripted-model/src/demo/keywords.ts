import { type Part, say } from "../answer.ts";
import { limits } from "../limits.ts";
import { type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { explain, greet } from "./first-dialogues.ts";
import { tourFacts } from "./project.ts";
import { tests } from "./test-run.ts";
import { connect, help, longText, thanks } from "./texts.ts";
import { tour } from "./tour.ts";

/** The available tools, and how many images the user sent. */
export type Situation = {
  readonly tools: ToolUse;
  readonly images: { readonly now: number; readonly ever: number };
};

type Keyword = {
  readonly pattern: RegExp;
  readonly dialogue: (situation: Situation, words: RegExpExecArray) => Dialogue | readonly Part[];
};

/** The demo's second agent. */
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
    dialogue: (_, [, agentId = "", text = ""]) => only(`\`${agentId}\` has answered: ${text.trim()}`),
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
  return [say(`\`${path}\` has ${lines(file.text)} lines. It starts with:\n\n${fenced(file.text)}`)];
}

function* review(tools: ToolUse, path: string): Dialogue {
  if (!tools.can("read") && !tools.can("shell")) return [say(missing("reading files"))];
  const [file = noResult] = yield [tools.read(path)];
  if (file.text.includes(tourFacts.right)) {
    return [say("The average is correct: the total is divided by the number of values.")];
  }
  if (file.text.includes(tourFacts.wrong)) {
    return [say("The average is wrong: the total is divided by one less than the number of values.")];
  }
  if (file.refused) return [say(`I could not read \`${path}\`, so I cannot review it.`)];
  return [say(`I read \`${path}\` (${lines(file.text)} lines). I follow a script, so I can't judge it.`)];
}

function* run(tools: ToolUse, command: string): Dialogue {
  if (!tools.can("shell")) return [say(missing("running commands"))];
  const [output = noResult] = yield [tools.shell(command)];
  if (output.refused) return [say(`The command was denied or failed:\n\n${fenced(output.text)}`)];
  return [
    say(
      output.text.trim() === ""
        ? "The command succeeded without output."
        : `Output:\n\n${fenced(output.text)}`,
    ),
  ];
}

function* runTests(tools: ToolUse): Dialogue {
  if (!tools.can("shell")) return [say(missing("running commands"))];
  const [output = noResult] = yield [say("I'll run the tests."), tools.shell(tourFacts.testCommand)];
  return [say(`Test result: ${tests(output)}.`)];
}

function* showPlan(tools: ToolUse): Dialogue {
  if (!tools.can("plan") && !tools.can("todo")) return [say(missing("plans"))];
  const items = ["Read the README", "Run the tests", "Fix the failing test"];
  const [answer = noResult] = yield [
    say("Here is my plan."),
    tools.can("plan") ? tools.proposePlan(items) : tools.do({ do: "plan", items }),
  ];
  return [say(planAnswered(answer))];
}

function planAnswered({ text, refused }: Outcome): string {
  if (refused) return "You rejected the plan, so I changed nothing. Send `tour` to see it carried out.";
  const note = text.trim() === "" ? "" : `\n\n${fenced(text)}`;
  return `The plan is approved. I received this result:${note}\n\nSend \`tour\` to see it carried out.`;
}

function* ask(tools: ToolUse): Dialogue {
  if (!tools.can("ask")) return [say(missing("questions"))];
  const options = ["Tea", "Coffee", "Water"];
  const [answer = noResult] = yield [tools.do({ do: "ask", question: "What would you like?", options })];
  const chosen = options
    .filter((option) => answer.text.includes(option))
    .sort((one, other) => answer.text.lastIndexOf(other) - answer.text.lastIndexOf(one))[0];
  if (chosen !== undefined) return [say(`${chosen} it is.`)];
  return [
    say(
      answer.refused
        ? "You skipped the question. That's fine, too."
        : `You answered:\n\n${fenced(answer.text)}`,
    ),
  ];
}

function* subagent(tools: ToolUse): Dialogue {
  if (!tools.can("subagent")) return [say(missing("subagents"))];
  const [report = noResult] = yield [tools.do({ do: "subagent", prompt: `Review ${tourFacts.source}` })];
  return [say(`The subagent reported:\n\n${fenced(report.text)}`)];
}

/** Another agent reviews a file in its own session. */
function* askReviewer(tools: ToolUse): Dialogue {
  const call = tools.message(REVIEWER, `review ${tourFacts.source}`, "sync");
  if (call === null) return [say(missing("messaging other agents"))];
  const [answer = noResult] = yield [
    say(`I'll ask the agent \`${REVIEWER}\` and wait for its answer.`),
    call,
  ];
  const answerText = answerIn(answer.text);
  if (answerText === null) return [say(`The other agent did not answer:\n\n${fenced(answer.text)}`)];
  return [
    say(
      `\`${REVIEWER}\` answered: ${answerText}\n\nOpen the card above to see its work. From there, you can also open its session.`,
    ),
  ];
}

function* askLater(tools: ToolUse): Dialogue {
  const call = tools.message(REVIEWER, `review ${tourFacts.source}`, "async");
  if (call === null) return [say(missing("messaging other agents"))];
  yield [call];
  return [say("I sent the message and won't wait for it. When the answer arrives, I'll continue.")];
}

/** The other agent's answer in the result of the call. Null if it gave none. */
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
      text: "I can't really think, because I follow a script. But I can show you what thinking looks like: it streams like text and collapses when the answer starts.",
    },
    say("My thinking is shown above. It collapses, so that you can focus on the answer."),
  ];
}

function long(): readonly Part[] {
  return [{ kind: "text", text: longText, wordMs: 10 }];
}

function missing(what: string): string {
  return `I have no tool for ${what} here. Send \`help\` to see what else I can do.`;
}

function imagesSeen({ now, ever }: Situation["images"]): string {
  const count = (images: number) => (images === 1 ? "1 image" : `${images} images`);
  return `I count ${count(now)} in this message and ${count(ever)} in this conversation. I can only count images, not see them.`;
}

function lines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

/** The beginning of a result as a code block. The fence is longer than any in the text. */
function fenced(text: string): string {
  const piece = text.slice(0, limits.quotedChars).replace(/\n+$/, "");
  const fence = "`".repeat(Math.max(3, ...(piece.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `${fence}\n${piece}${text.length > limits.quotedChars ? "\n…" : ""}\n${fence}`;
}
