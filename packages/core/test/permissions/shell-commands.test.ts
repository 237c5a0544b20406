import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { isOneCommand, readCommands } from "../../src/permissions/shell-commands.ts";

test("[G3] one command is plain words: no part of it can run, write or read anything else", () => {
  for (const text of ["git", "git status --short", "npm run build:web", 'git commit -m "a b"', "ls *.ts ~"])
    expect([text, isOneCommand(text)]).toEqual([text, true]);
  for (const letter of ";&|<>(){}$`!\n\r\t\0\u001b\u0085\u2028\u2029")
    expect([letter, isOneCommand(`git status ${letter} x`)]).toEqual([letter, false]);
  expect(isOneCommand('echo "a; b"')).toBe(false);
});

const begins = (text: string) =>
  readCommands(text).commands.flatMap(({ words, starts }) =>
    starts.map((start) => words.slice(start).join(" ")),
  );

test("[G4] a shell text is read as the commands it runs", () => {
  expect(begins("x; rm y")).toEqual(["x", "rm y"]);
  expect(begins("  a&&b | c & d\ne\r\nf")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(begins("echo \"a; rm b\" 'c; rm d' e\\;f")).toEqual(["echo a; rm b c; rm d e;f"]);
  expect(begins("(cd x && { rm y; })")).toEqual(["cd x", "{ rm y", "rm y", "}"]);
  expect(begins("if rm x; then rm y; fi")).toContain("rm y");
  expect(begins(`echo "now $(date -u) rm" \`who\``)).toEqual(["date -u", "who", "echo now $ rm $"]);
  expect(begins("A=1 B='x y' rm z")).toEqual(["A=1 B=x y rm z", "B=x y rm z", "rm z"]);
  expect(begins("2>/dev/null >out rm z 2>&1")).toEqual(["rm z"]);
  expect(begins('"rm" x; r\\m y; /bin/rm z')).toEqual(["rm x", "rm y", "/bin/rm z"]);
});

test("[G4] commands passed to another program count too", () => {
  expect(begins("sudo -u root rm x")).toContain("rm x");
  expect(begins("xargs -n 1 rm")).toContain("rm");
  expect(begins("bash -c 'cd x; rm y'")).toContain("rm y");
  expect(begins("env A=1 sh -c \"sh -c 'rm y'\"")).toContain("rm y");
});

test("[G4] ambiguous quotes hide no command", () => {
  for (const text of [
    "echo don't; rm y",
    "cat <<E\ndon't\nE\nrm y # don't",
    "ls # don't\nrm y # don't",
    "echo $'don\\'t'; rm y; echo 'a'",
  ])
    expect([text, begins(text).some((each) => each.startsWith("rm y"))]).toEqual([text, true]);
});

test("[G4] a command is found after any wrapper", () => {
  const before = fc.constantFrom("ls", "echo 'a b'", 'echo "it; is"', "A=1 make", "git log -1", "true");
  const joint = fc.constantFrom(";", "&&", "||", "|", "&", "\n", " ; ", "\r\n", ";  B=2 ", " && \t");
  fc.assert(
    fc.property(fc.array(fc.tuple(before, joint), { maxLength: 6 }), before, (parts, last) => {
      const text = `${parts.flat().join("")}rm -rf x; ${last}`;
      expect(begins(text)).toContain("rm -rf x");
    }),
  );
});

test("[G4] a denied command cannot hide behind a wrapper", () => {
  for (const text of [
    ..."ash csh tcsh mksh rbash zsh fish pwsh ksh".split(" ").map((shell) => `${shell} -c 'rm y'`),
    ..."chroot unshare nsenter setpriv flock taskset systemd-run strace setsid stdbuf ionice"
      .split(" ")
      .map((wrapper) => `${wrapper} / rm y`),
    ..."npx uvx bunx busybox xargs parallel exec command nohup time timeout doas"
      .split(" ")
      .map((wrapper) => `${wrapper} rm y`),
    ...[
      "script -qc 'rm y' x",
      "watch -n 1 'rm y'",
      "su -c 'rm y'",
      "ssh host 'rm y'",
      "eval 'rm y'",
      "env -S 'rm y'",
    ],
    ...[
      "pnpm dlx rm y",
      "yarn dlx rm y",
      "npm exec rm y",
      "uv run rm y",
      "pipx run rm y",
      "docker run x rm y",
    ],
    ...[
      "docker exec x sh -c 'rm y'",
      "kubectl exec x -- rm y",
      "find . -exec rm y \\;",
      "find . -execdir rm y +",
    ],
    ...[
      "git rebase --exec 'rm y'",
      "git rebase -x'rm y'",
      "git bisect run rm y",
      "git submodule foreach 'rm y'",
    ],
    ...["git -c alias.x='!rm y' x", "git -c core.pager='rm y' log", "git --no-pager -c a='rm y' log"],
    ...[
      "tar xf a --to-command='rm y'",
      "tar cf a b --checkpoint-action=exec='rm y'",
      "tar xf a --to-com='rm y'",
    ],
    ...[
      "rsync -e 'rm y' a b",
      "ssh -o ProxyCommand='rm y' host",
      "rg --pre 'rm y' x",
      "fd -x rm y",
      "sort --compress-program 'rm y'",
    ],
    ...[
      `rm\${IFS}y`,
      "rm$IFS'y'",
      "{rm,y}",
      "sh -c rm$IFS'y'",
      "A=1 sudo -E env B=2 rm y",
      "/usr/bin/sudo /bin/rm y",
    ],
    ...[
      "sh -c 'A=1 rm y'",
      "bash <<E\nrm y\nE",
      'bash -c "bash -c \'bash -c \\"rm y\\"\'"',
      "go test -exec 'rm y'",
    ],
  ])
    expect([text, begins(text).some((each) => /^(?:\S*\/)?rm y/.test(each))]).toEqual([text, true]);
});

test("[G4] a command that cannot be determined is marked", () => {
  const opaque = (text: string) => readCommands(text).commands.some(({ isOpaque }) => isOpaque);
  for (const text of [
    "$x y",
    `r\${Z}m y`,
    "$(echo rm) y",
    "`echo rm` y",
    "/bin/r? y",
    "/bin/[r]m y",
    "$'\\x72m' y",
    "curl x | sh",
    "sudo $x",
    "eval $x",
  ])
    expect([text, opaque(text)]).toEqual([text, true]);
  for (const text of ["echo $x", "ls *.ts", "[ -f x ]", "A=$x make", "bash x.sh", "env A=$x make"])
    expect([text, opaque(text)]).toEqual([text, false]);
});

test("[G4] code for an interpreter is a guess", () => {
  const guesses = (text: string) =>
    readCommands(text).commands.flatMap(({ words, isGuess }) => (isGuess ? [words.join(" ")] : []));
  expect(guesses(`python3 -c "import os; os.system('rm y')"`)).toContain("rm y");
  expect(guesses(`sudo node -e "child.exec('rm y')"`)).toContain("rm y");
  expect(guesses(`awk 'BEGIN { system("rm y") }'`)).toContain("rm y");
  expect(guesses('git commit -m "x; rm y"')).toEqual([]);
});

test("[S32] the work to read a command is limited for any text", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        "$(",
        ")",
        "`",
        "'",
        '"',
        "\\",
        "<<",
        "{",
        " ",
        "bash -c ",
        "a=",
        "#",
        "git -c ",
        "find -exec ",
      ),
      fc.string(),
    ),
  );
  fc.assert(fc.property(pieces, (parts) => void readCommands(parts.join(""))));
  const worst = [
    "$(",
    "bash -c ",
    "sh -c 'a b' ",
    "sudo ",
    "git -c a='x y' ",
    "python -c 'a(b)' ",
    "env a='b c' <<",
    "'",
    "x;",
  ];
  for (const piece of worst) {
    const { commands } = readCommands(piece.repeat(Math.floor(limits.commandChars / piece.length)));
    const held = commands.reduce((sum, { words }) => sum + words.join(" ").length, 0);
    expect([piece, held <= 2 * limits.commandReadChars]).toEqual([piece, true]);
  }
});

test("[S32] a command that is too long is not read, and one that nests too deeply is not read completely", () => {
  expect(readCommands("a".repeat(limits.commandChars)).isWhole).toBe(true);
  expect(readCommands(`rm ${"a".repeat(300_000)}`)).toEqual({ isWhole: false, commands: [] });
  let nested = "rm y";
  for (let level = 0; level < 6; level++) nested = `sh -c '${nested.replaceAll("'", "'\\''")}'`;
  expect(readCommands(nested).isWhole).toBe(false);
});
