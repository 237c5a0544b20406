import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../../src/process/find-program.ts";

const root = mkdtempSync(path.join(tmpdir(), "find-program-"));
for (const folder of ["first", "second"]) mkdirSync(path.join(root, folder));
mkdirSync(path.join(root, "first", "folder"));
writeFileSync(path.join(root, "first", "text"), "");
writeFileSync(path.join(root, "second", "text"), "#!/bin/sh\n");
chmodSync(path.join(root, "second", "text"), 0o755);

const searchPath = [path.join(root, "first"), path.join(root, "second")].join(path.delimiter);

test("a name is found in the PATH if it is an executable file [S23]", async () => {
  expect(await findProgram("text", searchPath)).toEqual({
    ok: true,
    file: path.join(root, "second", "text"),
  });
});

test("an absolute path is used unchanged [S23]", async () => {
  expect(await findProgram(process.execPath, "")).toEqual({ ok: true, file: process.execPath });
});

test.each([
  [
    "text",
    `.${path.delimiter}${path.delimiter}second`,
    "text was not found. Install it, or set the agent's command to its absolute path.",
  ],
  [
    "folder",
    searchPath,
    "folder was not found. Install it, or set the agent's command to its absolute path.",
  ],
  [
    "./second/text",
    searchPath,
    '"./second/text" is a relative path. Set the agent\'s command to a name or an absolute path.',
  ],
  ["", searchPath, '"" is a relative path. Set the agent\'s command to a name or an absolute path.'],
  [
    path.join(root, "first", "text"),
    searchPath,
    `${root}/first/text is not an executable program. Check the agent's command.`,
  ],
])("%j in %j is not found, and the message says what to do [S23]", async (command, folders, message) => {
  expect(await findProgram(command, folders)).toEqual({
    ok: false,
    failure: { code: "program_not_found", message },
  });
});
