import fc from "fast-check";
import { expect, test } from "vitest";
import { isOneCommand, shellCommands } from "../../src/permissions/shell-commands.ts";

test("[G3] one command is plain words: nothing in it could run, write or read anything else", () => {
  for (const text of ["git", "git status --short", "npm run build:web", 'git commit -m "a b"', "ls *.ts ~"])
    expect([text, isOneCommand(text)]).toEqual([text, true]);
  for (const letter of ";&|<>(){}$`!\n\r\t\0\u001b\u0085\u2028\u2029")
    expect([letter, isOneCommand(`git status ${letter} x`)]).toEqual([letter, false]);
  expect(isOneCommand('echo "a; b"')).toBe(false);
});

const begins = (text: string) =>
  shellCommands(text).flatMap(({ words, starts }) => starts.map((start) => words.slice(start).join(" ")));

test("[G4] a shell's text is read as the commands it runs", () => {
  expect(begins("x; rm y")).toEqual(["x", "rm y"]);
  expect(begins("  a&&b | c & d\ne\r\nf")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(begins("echo \"a; rm b\" 'c; rm d' e\\;f")).toEqual(["echo a; rm b c; rm d e;f"]);
  expect(begins("(cd x && { rm y; })")).toEqual(["cd x", "{ rm y", "rm y", "}"]);
  expect(begins("if rm x; then rm y; fi")).toContain("rm y");
  expect(begins(`echo "now $(date -u) rm" \`who\``)).toEqual(["date -u", "who", "echo now  rm "]);
  expect(begins("A=1 B='x y' rm z")).toEqual(["A=1 B=x y rm z", "B=x y rm z", "rm z"]);
  expect(begins("2>/dev/null >out rm z 2>&1")).toEqual(["rm z"]);
  expect(begins('"rm" x; r\\m y; /bin/rm z')).toEqual(["rm x", "rm y", "/bin/rm z"]);
});

test("[G4] what another program is told to run counts too", () => {
  expect(begins("sudo -u root rm x")).toContain("rm x");
  expect(begins("xargs -n 1 rm")).toContain("rm");
  expect(begins("bash -c 'cd x; rm y'")).toContain("rm y");
  expect(begins("env A=1 sh -c \"sh -c 'rm y'\"")).toContain("rm y");
});

test("[G4] where quotes cannot be told for sure, they hide nothing", () => {
  for (const text of [
    "echo don't; rm y",
    "cat <<E\ndon't\nE\nrm y # don't",
    "ls # don't\nrm y # don't",
    "echo $'don\\'t'; rm y; echo 'a'",
  ])
    expect([text, begins(text).some((each) => each.startsWith("rm y"))]).toEqual([text, true]);
});

test("[G4] a command is found behind whatever runs before it", () => {
  const before = fc.constantFrom("ls", "echo 'a b'", 'echo "it; is"', "A=1 make", "git log -1", "true");
  const joint = fc.constantFrom(";", "&&", "||", "|", "&", "\n", " ; ", "\r\n", ";  B=2 ", " && \t");
  fc.assert(
    fc.property(fc.array(fc.tuple(before, joint), { maxLength: 6 }), before, (parts, last) => {
      const text = `${parts.flat().join("")}rm -rf x; ${last}`;
      expect(begins(text)).toContain("rm -rf x");
    }),
  );
});

test("[G4] whatever the text, it is read to its end", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom("$(", ")", "`", "'", '"', "\\", "<<", "{", " ", "bash -c ", "a=", "#"),
      fc.string(),
    ),
  );
  fc.assert(fc.property(pieces, (parts) => void shellCommands(parts.join(""))));
  expect(shellCommands("$(".repeat(50_000)).length).toBeGreaterThan(0);
  expect(shellCommands("bash -c ".repeat(5_000)).length).toBeGreaterThan(0);
});
