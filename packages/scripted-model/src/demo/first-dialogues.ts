import { say } from "../answer.ts";
import { type Dialogue, noResult, type Outcome, type ToolUse } from "./dialogue.ts";
import { tourFacts } from "./project.ts";

/** What screens suggest for a start, each by itself. */

/** Reads what tells most about a project, and says what it found there. */
export function* explain(tools: ToolUse): Dialogue {
  if (!tools.can("read") && !tools.can("shell"))
    return [say("I was given no tool for reading files, so I cannot tell what is in this project.")];
  const [readme = noResult, manifest = noResult] = yield [
    say("I read what tells most about a project: its README and its manifest."),
    tools.read("README.md"),
    tools.read("package.json"),
  ];
  if (!readme.text.includes(tourFacts.marker)) return [say(described(readme, manifest))];
  const [source = noResult] = yield [
    say("The README says what is where. The heart of it is one file, which I read too."),
    tools.read(tourFacts.source),
  ];
  const state = source.text.includes(tourFacts.wrong)
    ? "One test fails, as the README says: the average divides by one less than the number of values."
    : "The average is right by now, so its tests should pass.";
  return [
    say(`This is **Weather notes**, a small project in JavaScript without dependencies:

- \`${tourFacts.source}\` has the average and the extremes of some temperatures,
- \`src/report.js\` puts a week into one sentence, which \`npm start\` prints,
- \`test/\` has four tests, which \`${tourFacts.testCommand}\` runs.

${state} Say \`tour\` and I show you how it is repaired.`),
  ];
}

/** For a project that no script knows. */
function described(readme: Outcome, manifest: Outcome): string {
  const words = firstWords(readme);
  const name = /"name":\s*"([^"]+)"/.exec(manifest.text)?.[1];
  const said = [
    ...(words === null ? ["I could not read a README here."] : [`Its README begins:\n\n> ${words}`]),
    ...(name === undefined ? [] : [`Its manifest calls it \`${name}\`.`]),
  ];
  return `${said.join("\n\n")}\n\nI follow a script, so that is all I can tell: a real agent would read on.`;
}

function firstWords({ text, refused }: Outcome): string | null {
  const line = refused
    ? undefined
    : text.split("\n").find((one) => /[a-z]/i.test(one) && !/^error\b/i.test(one));
  return line === undefined ? null : line.replace(/^\W+/, "").slice(0, 200);
}

const greeting = "Hello! This is a greeting from the demo of Polylog.\n";

/** Adds a file under a name that is free. */
export function* greet(tools: ToolUse): Dialogue {
  const canWrite = tools.can("write") || tools.can("patch") || tools.can("shell");
  if (!canWrite) return [say("I was given no tool for writing files, so I cannot add one.")];
  const [found = noResult] =
    tools.can("search") || tools.can("shell")
      ? yield [say("First I look whether there is a greeting already."), tools.search("greeting")]
      : [noResult];
  const path = freeName(found.text);
  const [written = noResult] = yield [
    say(path === names(1) ? "There is none, so I add one." : `There is one, so this one is \`${path}\`.`),
    tools.do({ do: "write", path, content: greeting }),
  ];
  if (written.refused) return [say("You said no, so nothing was added.")];
  return [say(`I added \`${path}\`. It says:\n\n> ${greeting.trim()}`)];
}

function names(count: number): string {
  return count === 1 ? "greeting.txt" : `greeting-${count}.txt`;
}

function freeName(found: string): string {
  let count = 1;
  while (found.includes(names(count))) count += 1;
  return names(count);
}
