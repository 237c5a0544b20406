import { say } from "../answer.ts";
import { type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { tourFacts } from "./project.ts";

/** The demo's answers to the suggested first prompts. */

/** Reads the most informative files of a project and describes it. */
export function* explain(tools: ToolUse): Dialogue {
  if (!tools.can("read") && !tools.can("shell"))
    return [say("I have no tool to read files here, so I can't explain this project.")];
  const [readme = noResult, manifest = noResult] = yield [
    say("I'll start with the two files that tell the most about a project: the README and the manifest."),
    tools.read("README.md"),
    tools.read("package.json"),
  ];
  if (!readme.text.includes(tourFacts.marker)) return [say(described(readme, manifest))];
  const [source = noResult] = yield [
    say("The README shows the structure. The main logic is in one file, so I'll read that, too."),
    tools.read(tourFacts.source),
  ];
  const state = source.text.includes(tourFacts.wrong)
    ? "One test fails, as the README says: the average divides by one less than the number of values."
    : "The average is already fixed, so all tests should pass.";
  return [
    say(`This is **Weather notes**, a small JavaScript project without dependencies:

- \`${tourFacts.source}\` calculates the average and the range of temperatures.
- \`src/report.js\` summarizes a week in one sentence. \`npm start\` prints it.
- \`test/\` has four tests. Run them with \`${tourFacts.testCommand}\`.

${state} Send \`tour\` to watch me work on it.`),
  ];
}

/** For a project other than the demo's. */
function described(readme: Outcome, manifest: Outcome): string {
  const words = firstWords(readme);
  const name = /"name":\s*"([^"]+)"/.exec(manifest.text)?.[1];
  const said = [
    ...(words === null ? ["I could not read a README here."] : [`Its README begins:\n\n> ${words}`]),
    ...(name === undefined ? [] : [`Its name in \`package.json\` is \`${name}\`.`]),
  ];
  return `${said.join("\n\n")}\n\nI follow a script, so this is all I can say. A real agent would continue reading.`;
}

function firstWords({ text, refused }: Outcome): string | null {
  const line = refused
    ? undefined
    : text.split("\n").find((one) => /[a-z]/i.test(one) && !/^error\b/i.test(one));
  return line === undefined ? null : line.replace(/^\W+/, "").slice(0, 200);
}

const greeting = "Hello! This is a greeting from the demo of Polylog.\n";

/** Adds a greeting in a file with an unused name. */
export function* greet(tools: ToolUse): Dialogue {
  const canWrite = tools.can("write") || tools.can("patch") || tools.can("shell");
  if (!canWrite) return [say("I have no tool to write files here, so I can't add a greeting.")];
  const [found = noResult] =
    tools.can("search") || tools.can("shell")
      ? yield [say("First, I'll check whether a greeting already exists."), tools.search("greeting")]
      : [noResult];
  const path = freeName(found.text);
  const [written = noResult] = yield [
    say(
      path === names(1)
        ? "No greeting yet, so I'll add one."
        : `A greeting already exists, so I'll name this one \`${path}\`.`,
    ),
    tools.do({ do: "write", path, content: greeting }),
  ];
  if (written.refused) return [say("You denied the change, so I added nothing.")];
  return [say(`I added \`${path}\`:\n\n> ${greeting.trim()}`)];
}

function names(count: number): string {
  return count === 1 ? "greeting.txt" : `greeting-${count}.txt`;
}

function freeName(found: string): string {
  let count = 1;
  while (found.includes(names(count))) count += 1;
  return names(count);
}
