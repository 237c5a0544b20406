import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { gitBranch } from "../../src/built-in-agent/run/system-prompt.ts";
import { trustArguments } from "../../src/codex/project-trust.ts";
import { readRegularFile } from "../../src/project/read-regular-file.ts";

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "polylog-ordinary-"));
}

test("a regular file is read completely, also through links; others and larger ones are not", async () => {
  const folder = newFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("file"), "hällo");
  symlinkSync("file", at("link"));
  mkdirSync(at("folder"));
  execFileSync("mkfifo", [at("pipe")]);
  const read = (name: string, most = 6) =>
    readRegularFile(at(name), most).catch(({ message }: Error) => message.replace(folder, ""));
  expect(
    await Promise.all([
      read("file"),
      read("link"),
      read("folder"),
      read("pipe"),
      read("file", 5),
      read("none"),
    ]),
  ).toEqual([
    "hällo",
    "hällo",
    "/folder is not a regular file",
    "/pipe is not a regular file",
    "/file is larger than 5 bytes",
    expect.stringContaining("ENOENT"),
  ]);
});

test("pipes instead of git's files do not block", async () => {
  const linked = newFolder();
  execFileSync("mkfifo", [path.join(linked, ".git")]);
  const own = newFolder();
  mkdirSync(path.join(own, ".git"));
  execFileSync("mkfifo", [path.join(own, ".git", "HEAD")]);
  expect(await Promise.all([gitBranch(linked), gitBranch(own)])).toEqual([null, null]);
  expect(await trustArguments(linked, true)).toEqual(["-c", expect.stringContaining(linked)]);
});
