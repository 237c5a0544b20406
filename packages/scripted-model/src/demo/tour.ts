import { type Part, say } from "../answer.ts";
import { type CallResults, type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { tourFacts as facts } from "./project.ts";
import { tests } from "./test-run.ts";

const choices = { fix: "Fix the line", both: "Fix it and add a test", explain: "Only explain it" } as const;
type Choice = keyof typeof choices;

const plan = ["Look around", "Find the mistake", "Ask how to go on", "Change the code", "Run the tests"];

/** The tour: reads, searches, plans, asks, edits, runs and delegates, in a project that has a mistake in it. */
export function* tour(tools: ToolUse): Dialogue {
  if (!tools.can("read") && !tools.can("shell")) return [say(noTools)];
  const [readme = noResult] = yield [
    {
      kind: "thinking",
      text: "A tour was asked for. I know only one project, so I should first see whether this is it. Its README tells.",
    },
    say(welcome),
    tools.read("README.md"),
  ];
  if (!readme.text.includes(facts.marker)) return [say(nextSteps(readme))];

  yield* makePlan(tools, 0, "This is the project I know. First a plan, so that you see where I am.");
  const looks = [tools.read(facts.source), ...(canSearch(tools) ? [tools.search("average")] : [])];
  const [source = noResult, found] = yield [
    say(
      "The README says that the average is wrong. I read the file, and look for who else uses it, **both at once**.",
    ),
    ...looks,
  ];
  if (source.text.includes(facts.right)) return yield* repaired(tools);
  if (!source.text.includes(facts.wrong)) return [say(unknownSource(source))];

  const choice = yield* askHow(tools, found);
  const changed = choice === "explain" ? "left" : yield* change(tools, choice);
  yield* makePlan(tools, 4, changed === "done" ? "The file is changed." : "Nothing was changed. I go on.");
  const outcome = yield* runTests(tools);
  const review = yield* delegate(tools);
  yield* makePlan(tools, plan.length, "Last, the plan: everything on it is done or decided.");
  const looked =
    found === undefined || found.refused ? "read two files" : "read two files and searched the project";
  const answer = tools.can("ask") ? choices[choice] : "I could not ask, so I took the smallest step";
  return [say(summary({ looked, answer, change: changes[changed](choice), outcome, review }))];
}

function canSearch(tools: ToolUse): boolean {
  return tools.can("search") || tools.can("shell");
}

/** Shows the plan with so many items done, where there is a tool for it. */
function* makePlan(
  tools: ToolUse,
  done: number,
  words: string,
): Generator<readonly Part[], void, CallResults> {
  if (!tools.can("todo")) return;
  const mark = (index: number) => (index < done ? "[x]" : index === done ? "[>]" : "[ ]");
  yield [say(words), tools.do({ do: "plan", items: plan.map((item, index) => `${mark(index)} ${item}`) })];
}

function* askHow(
  tools: ToolUse,
  found: Outcome | undefined,
): Generator<readonly Part[], Choice, CallResults> {
  if (!tools.can("ask")) return "fix";
  const uses = found === undefined || found.refused ? null : found.text.split("\n").filter(Boolean).length;
  const [answer = noResult] = yield [
    say(mistake(uses)),
    tools.do({ do: "ask", question: "How shall I go on?", options: Object.values(choices) }),
  ];
  return choiceIn(answer);
}

/** The option that was named last: some agents repeat the question before the answer. */
function choiceIn({ text, refused }: Outcome): Choice {
  const named = (Object.keys(choices) as Choice[])
    .map((choice) => ({ choice, at: text.lastIndexOf(choices[choice]) }))
    .filter(({ at }) => at !== -1)
    .sort((one, other) => other.at - one.at);
  if (named[0] !== undefined) return named[0].choice;
  return refused || /\b(explain|nothing|no)\b/i.test(text)
    ? "explain"
    : /\btest\b/i.test(text)
      ? "both"
      : "fix";
}

function* change(
  tools: ToolUse,
  choice: Choice,
): Generator<readonly Part[], "done" | "refused", CallResults> {
  const intro = tools.can("ask") ? `You chose “${choices[choice]}”. ` : `${mistake(null)} But I cannot. `;
  const edits = [tools.do({ do: "edit", path: facts.source, old: facts.wrong, new: facts.right })];
  if (choice === "both") {
    // Reading first is the rule of many agents: a file that was not read is not changed.
    yield [say(`${intro}First the test file, since I will add to it.`), tools.read(facts.test)];
    edits.push(tools.do({ do: "edit", path: facts.test, old: facts.lastTest, new: facts.newTest }));
  }
  const brought = yield [
    say(choice === "both" ? "Now the two changes:" : `${intro}One line changes:`),
    ...edits,
  ];
  return brought[0]?.refused ? "refused" : "done";
}

function* runTests(tools: ToolUse): Generator<readonly Part[], string, CallResults> {
  if (!tools.can("shell")) return "not run: there is no shell here";
  const [run = noResult] = yield [
    say("Running a command is where an agent should ask you first, unless you have allowed it already."),
    tools.shell(facts.testCommand),
  ];
  return tests(run);
}

function* delegate(tools: ToolUse): Generator<readonly Part[], string, CallResults> {
  if (!tools.can("subagent")) return "not possible here";
  const [report = noResult] = yield [
    say("A second pair of eyes: I give the review to a **subagent**. It works on its own and reports back."),
    tools.do({
      do: "subagent",
      prompt: `Review ${facts.source} and say in one sentence whether the average is right.`,
    }),
  ];
  if (report.refused && report.text.trim() === "") return "did not report";
  return quoted(report.text);
}

function* repaired(tools: ToolUse): Dialogue {
  const outcome = yield* runTests(tools);
  return [
    say(
      `The line is right already: somebody took the tour before. The tests: ${outcome}.\n\nTo see all of it again, put \`${facts.wrong}\` back into \`${facts.source}\`.`,
    ),
  ];
}

function quoted(text: string): string {
  const line =
    text
      .replaceAll("|", "/")
      .split("\n")
      .find((one) => one.trim() !== "") ?? "";
  return line.trim().slice(0, 160) || "did not say anything";
}

const welcome = `Hello! I am a **scripted model**: there is no AI in here, I follow a script. But everything around me is real: the tools run, the files change, and you are asked when you would be asked.

I will show you a small project with a mistake in it. First I read what it is about.`;

const noTools =
  "I would like to show you around, but I was given no tools to read or run anything with. Ask me for `help` to see what I can say.";

function nextSteps(readme: Outcome): string {
  const why = readme.refused ? "I could not read a README here" : "this is not the demo's own project";
  return `I stop here: ${why}, and I change nothing in a project that I do not know. Open a session with the demo agent in its scratch project, or ask me for \`help\`.`;
}

function unknownSource(source: Outcome): string {
  return source.refused
    ? `I may not read \`${facts.source}\`, so the tour ends here. Nothing was changed.`
    : `\`${facts.source}\` is not as I know it, so I leave it alone. Nothing was changed.`;
}

function mistake(uses: number | null): string {
  return `Here it is. The total is divided by one less than the number of values:

\`\`\`js
${facts.wrong}
\`\`\`

So the average of 10, 20 and 30 comes out as 30.${uses === null ? "" : ` The search found ${uses} lines that name it, so others feel it too.`} This is your project, so I ask:`;
}

const changes = {
  done: (choice: Choice) => (choice === "both" ? "one line repaired, one test added" : "one line repaired"),
  refused: () => "you said no, so nothing was changed",
  left: () => "you wanted it explained, so nothing was changed",
} as const;

type Summary = Readonly<Record<"looked" | "answer" | "change" | "outcome" | "review", string>>;

function summary({ looked, answer, change, outcome, review }: Summary): string {
  return `That was the tour.

| step | how it went |
|---|---|
| look around | ${looked} |
| your answer | ${answer} |
| the change | ${change} |
| the tests | ${outcome} |
| the subagent | ${review} |

All of it is in the log of this session: reload the page, or open it in another window, and you see the same.

**What next?** Ask me for \`help\`, or connect a real model: \`polylog agents\` tells which agent programs and keys were found on this machine, and what is missing for the others.`;
}
