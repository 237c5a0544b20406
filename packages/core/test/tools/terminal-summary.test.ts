import { describe, expect, test } from "vitest";
import { terminalSummary } from "../../src/tools/output/terminal.ts";

const say = (text: string, exitCode: number | null = null, command = "make") =>
  terminalSummary(command, { text, exitCode });

describe("in a few words", () => {
  test.each([
    ["nothing printed", "", null, "Completed"],
    ["only space", " \n\n", 0, "Completed"],
    ["one line", "made.txt\n", 0, "made.txt"],
    ["the first of five lines", "\na\nb\nc\nd\ne\n", 0, "a"],
    ["six lines", "a\nb\nc\nd\ne\nf\n", 0, "6 lines"],
    ["many", "x\n".repeat(300), null, "300 lines"],
    ["a failure that says nothing", "", 7, "Exit code 7"],
    ["a failure: the line after the exit code", "out\noops", 3, "Exit code 3: out"],
    ["a failure, however much it says", "no rule\n".repeat(40), 2, "Exit code 2: no rule"],
    ["xcodebuild", "lots\n".repeat(50).concat("** BUILD SUCCEEDED **\n"), 0, "Build succeeded"],
    ["gradle", "BUILD SUCCESSFUL in 3s\n", 0, "Build succeeded"],
    ["maven", "[INFO] BUILD SUCCESS\n", 0, "Build succeeded"],
    ["a failed build", "** BUILD FAILED **\n", 65, "Build failed"],
    ["a build that says well and ends badly", "BUILD SUCCESSFUL\n", 1, "Exit code 1: BUILD SUCCESSFUL"],
    ["colours", "\u001b[32mPASS\u001b[0m all\n", 0, "PASS all"],
  ] as const)("[T7] %s", (_, text, exitCode, summary) => {
    expect(say(text, exitCode)).toBe(summary);
  });
});

test("[T7] all lines of cut output count, or the summary says that there are more", () => {
  const text = "x\n".repeat(300);
  expect(terminalSummary("make", { text, exitCode: 0 }, { totalChars: 9_000, totalLines: 4_500 })).toBe(
    "4500 lines",
  );
  expect(terminalSummary("make", { text, exitCode: 0 }, { totalChars: 9_000 })).toBe("More than 300 lines");
});

describe("git", () => {
  test.each([
    [
      "git commit -m x",
      "[main 41f4090] fix: add\n 2 files changed, 3 insertions(+)\n",
      "Committed 41f4090: fix: add",
    ],
    ["git commit", "[main (root-commit) 41f4090aa] first\n", "Committed 41f4090aa: first"],
    ["git commit -am x", "On branch main\nnothing to commit, working tree clean\n", "Nothing to commit"],
    ["git pull", "Already up to date.\n", "Already up to date"],
    [
      "git pull",
      "Updating 1..2\nFast-forward\n a | 2 +-\n 1 file changed, 1 insertion(+)\n",
      "1 file changed, 1 insertion(+)",
    ],
    [
      "git diff --stat",
      " a.ts | 2 ++\n 1 file changed, 2 insertions(+)\n",
      "1 file changed, 2 insertions(+)",
    ],
    ["git push", "Everything up-to-date\n", "Everything up to date"],
    ["git push", "To example.org:x\n   41f4090..8535b8c  main -> main\n", "Pushed main"],
    ["git push -u origin topic", "To x\n * [new branch]      topic -> topic\n", "Pushed topic"],
    ["git switch -c topic", "Switched to a new branch 'topic'\n", "Switched to a new branch 'topic'"],
    ["cd src && git checkout main", "Switched to branch 'main'\n", "Switched to branch 'main'"],
    ["git log --oneline", "41f4090 fix: add\n", "41f4090 fix: add"],
  ])("[T7] %s: %j", (command, text, summary) => {
    expect(say(text, 0, command)).toBe(summary);
  });

  test("[T7] only if the command is git and succeeded", () => {
    expect(say("[main 41f4090] fix\nx", 0, "cat notes")).toBe("[main 41f4090] fix");
    expect(say("nothing to commit", 1, "git commit")).toBe("Exit code 1: nothing to commit");
  });
});
