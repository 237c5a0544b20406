import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { newFolder, polylog } from "./support/cli.ts";

test("help and version are printed for every common spelling", async () => {
  const [help, version, ofRun, ...same] = await Promise.all([
    polylog(["--help"]),
    polylog(["--version"]),
    polylog(["run", "--help"]),
    ...[["-h"], ["help"], ["-V"], ["run", "-h"], ["help", "run"]].map((args) => polylog(args)),
  ]);
  expect(same).toEqual([help, help, version, ofRun, ofRun]);
  expect(version).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  expect([help.code, ofRun.code]).toEqual([0, 0]);
  const commands = [...help.stdout.matchAll(/^ {2}([a-z][a-z-]*) .*/gm)].map(([, name]) => name);
  expect(commands).toEqual([
    ...[
      "serve",
      "tui",
      "attach",
      "run",
      "acp",
      "ls",
      "adopt",
      "logs",
      "send",
      "cancel",
      "export",
      "import",
      "agents",
      "trust",
      "mission",
      "schedule",
      "budget",
      "policy",
      "permissions",
      "open",
      "pair",
      "devices",
    ],
    "scripted-model",
    ...["doctor", "backup", "restore", "completion", "help"],
  ]);
  expect(ofRun.stdout).toContain("--home");
});

test.concurrent.each([
  [["dance"], 'Unknown command "dance". See "polylog --help".'],
  [["sevre"], 'Unknown command "sevre". Did you mean "serve"?'],
  [["tui"], "This command needs a terminal."],
  [["attach", "ftp://x"], "is not a server address"],
  [["ls", "--nope"], "Unknown option '--nope' (Did you mean --home?) See \"polylog ls --help\"."],
  [["logs"], "Missing required argument 'session'. See \"polylog logs --help\"."],
  [["mission", "set"], 'See "polylog mission set --help".'],
  [["send", "x", ""], "The message is empty."],
  [["send", "x", "hello", "again"], "Too many arguments for 'send'."],
  [["serve", "--port", "70000"], "from 0 to 65535"],
  [["export", "x", "--format", "pdf"], "Allowed choices are jsonl, md, html."],
  [["run", "x", "--timeout", "soon"], "a number of seconds"],
  [["serve", "--database-url", "postgres://x"], "PostgreSQL is not supported yet. Remove --database-url."],
  [["ls", "--database-url", "postgres://x"], "PostgreSQL is not supported yet. Remove --database-url."],
])("%j is invalid usage", async (args, said) => {
  const { code, stdout, stderr } = await polylog([...args, "--home", newFolder()]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(said);
  expect(stderr.split("\n")).toHaveLength(2);
});

test.concurrent.each([
  ["serve", "--port", "0"],
  ["run", "hello"],
])("%s rejects a database in the environment", async (...args) => {
  const env = { POLYLOG_DATABASE_URL: "postgres://me:secret@host/db" };
  const { code, stdout, stderr } = await polylog([...args, "--home", newFolder()], { env });
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 1, stdout: "" },
    stderr:
      "polylog: This version stores its log in SQLite in the home. PostgreSQL is not supported yet. Remove POLYLOG_DATABASE_URL.\n",
  });
});
