import { type Part, say } from "../answer.ts";
import { type CallResults, type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { tourFacts as facts } from "./project.ts";
import { tests } from "./test-run.ts";

const choices = { fix: "Fix the bug", both: "Fix it and add a test", explain: "Only explain it" } as const;
type Choice = keyof typeof choices;

const plan = ["Explore the project", "Find the bug", "Ask how to fix it", "Change the code", "Run the tests"];

/** The tour: reads, searches, plans, asks, edits, runs tests and delegates, in a project with a bug. */
export function* tour(tools: ToolUse): Dialogue {
  if (!tools.can("read") && !tools.can("shell")) return [say(noTools)];
  const [readme = noResult] = yield [
    {
      kind: "thinking",
      text: "The user wants the tour. I only know the demo project, so I should check the README first to see whether this is it.",
    },
    say(welcome),
    tools.read("README.md"),
  ];
  if (!readme.text.includes(facts.marker)) return [say(nextSteps(readme))];

  yield* makePlan(
    tools,
    0,
    "This is the demo project. I'll start with a plan, so that you can follow my progress.",
  );
  const looks = [
    tools.read(facts.source),
    ...(tools.can("search") || tools.can("shell") ? [tools.search("average")] : []),
  ];
  const [source = noResult, found] = yield [
    say(
      "The README mentions a bug in the average. I'll read the file and search for its uses, **both at the same time**.",
    ),
    ...looks,
  ];
  if (source.text.includes(facts.right)) return yield* repaired(tools);
  if (!source.text.includes(facts.wrong)) return [say(unknownSource(source))];

  const choice = yield* askHow(tools, found);
  const changed = choice === "explain" ? "left" : yield* change(tools, choice);
  yield* makePlan(
    tools,
    4,
    changed === "done" ? "The file is changed. Next, the tests." : "Nothing was changed. Next, the tests.",
  );
  const outcome = yield* runTests(tools);
  const review = yield* delegate(tools);
  yield* makePlan(tools, plan.length, "The plan is complete.");
  const looked =
    found === undefined || found.refused ? "Read two files" : "Read two files and searched the project";
  const answer = tools.can("ask") ? choices[choice] : "I could not ask, so I made the smallest change";
  return [say(summary({ looked, answer, change: changes[changed](choice), outcome, review }))];
}

/** Shows the plan with this many items done, if there is a tool for it. */
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
    say(`${mistake(uses)} It's your project, so you decide:`),
    tools.do({ do: "ask", question: "How should I continue?", options: Object.values(choices) }),
  ];
  return choiceIn(answer);
}

/** The option that was mentioned last, because some agents repeat the question before the answer. */
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
  const intro = tools.can("ask")
    ? `You chose “${choices[choice]}”. `
    : `${mistake(null)} I have no tool to ask you, so I'll make the smallest change. `;
  const edits = [tools.do({ do: "edit", path: facts.source, old: facts.wrong, new: facts.right })];
  if (choice === "both") {
    // Many agents require that a file is read before it is changed.
    yield [say(`${intro}First, I'll read the test file that I will add to.`), tools.read(facts.test)];
    edits.push(tools.do({ do: "edit", path: facts.test, old: facts.lastTest, new: facts.newTest }));
  }
  const brought = yield [
    say(choice === "both" ? "Now the two changes:" : `${intro}Only one line changes:`),
    ...edits,
  ];
  return brought[0]?.refused ? "refused" : "done";
}

function* runTests(tools: ToolUse): Generator<readonly Part[], string, CallResults> {
  if (!tools.can("shell")) return "not run: no shell available";
  const [run = noResult] = yield [
    say(
      "Next, I'll run a command. An agent asks for your permission first, unless you have already allowed it.",
    ),
    tools.shell(facts.testCommand),
  ];
  return tests(run);
}

function* delegate(tools: ToolUse): Generator<readonly Part[], string, CallResults> {
  if (!tools.can("subagent")) return "Not available here";
  const [report = noResult] = yield [
    say(
      "Now for a second opinion: a **subagent** reviews the change. It works independently and reports back.",
    ),
    tools.do({
      do: "subagent",
      prompt: `Review ${facts.source} and say in one sentence whether the average is correct.`,
    }),
  ];
  if (report.refused && report.text.trim() === "") return "No report";
  return quoted(report.text);
}

function* repaired(tools: ToolUse): Dialogue {
  const outcome = yield* runTests(tools);
  return [
    say(
      `The bug is already fixed, probably by an earlier tour. Test result: ${outcome}.\n\nTo take the full tour again, change the line back to \`${facts.wrong}\` in \`${facts.source}\`.`,
    ),
  ];
}

function quoted(text: string): string {
  const line =
    text
      .replaceAll("|", "/")
      .split("\n")
      .find((one) => one.trim() !== "") ?? "";
  return line.trim().slice(0, 160) || "No report";
}

const welcome = `Hello! I'm a **scripted model**: I follow a script, there's no AI here. But everything around me is real: tools run, files change, and you decide what I may do.

I'll show you a small project with a bug in it. First, I'll read what it's about.`;

const noTools =
  "I can't give you the tour, because I have no tools to read files or run commands here. Send `help` to see what else I can do.";

function nextSteps(readme: Outcome): string {
  const why = readme.refused ? "I could not read a README here" : "this is not the demo project";
  return `I'll stop here: ${why}, and I don't change other projects. To take the tour, start a session with the demo agent in the demo project. Send \`help\` to see what else I can do.`;
}

function unknownSource(source: Outcome): string {
  return source.refused
    ? `I'm not allowed to read \`${facts.source}\`, so the tour ends here. Nothing was changed.`
    : `\`${facts.source}\` is different from the original, so I left it alone. Nothing was changed.`;
}

function mistake(uses: number | null): string {
  return `Found it. The total is divided by one less than the number of values:

\`\`\`js
${facts.wrong}
\`\`\`

As a result, the average of 10, 20 and 30 is 30.${uses === null ? "" : ` The search found ${uses} lines that mention it, so other code is affected, too.`}`;
}

const changes = {
  done: (choice: Choice) => (choice === "both" ? "Fixed one line and added one test" : "Fixed one line"),
  refused: () => "Nothing, because you denied it",
  left: () => "Nothing, because you only wanted an explanation",
} as const;

type Summary = Readonly<Record<"looked" | "answer" | "change" | "outcome" | "review", string>>;

function summary({ looked, answer, change, outcome, review }: Summary): string {
  return `That's the tour!

| Step | Result |
|---|---|
| Explore | ${looked} |
| Your choice | ${answer} |
| Change | ${change} |
| Tests | ${outcome.charAt(0).toUpperCase()}${outcome.slice(1)} |
| Subagent | ${review} |

Everything is in this session's log. Reload, or open the session in another window, and you'll see the same.

**Next steps:** Send \`help\` to see what else I can do, or connect a real model: \`polylog agents\` shows which agents are ready on this machine and how to set up the others.`;
}
