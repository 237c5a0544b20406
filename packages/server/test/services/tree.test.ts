import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { readProjectFile } from "../../src/workspace/project-file.ts";
import { projectFolder } from "../../src/workspace/project-folder.ts";
import { readTree } from "../../src/workspace/tree.ts";

let root: string;
beforeAll(async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), "polylog-tree-"));
  root = path.join(base, "project");
  await mkdir(path.join(root, "src"), { recursive: true });
  await writeFile(path.join(root, "a.txt"), "abc");
  await writeFile(path.join(base, "secret.txt"), "secret");
  await symlink(base, path.join(root, "out"));
  await symlink(path.join(base, "secret.txt"), path.join(root, "leak"));
});

test("a folder's content, folders first; links are named and not followed", async () => {
  expect(await readTree(root, "")).toEqual([
    { name: "src", path: "src", kind: "folder", size: null },
    { name: "a.txt", path: "a.txt", kind: "file", size: 3 },
    { name: "leak", path: "leak", kind: "link", size: null },
    { name: "out", path: "out", kind: "link", size: null },
  ]);
});

const hostile = [
  "..",
  "../secret.txt",
  "src/../../secret.txt",
  "/etc/passwd",
  "out",
  "out/secret.txt",
  "leak",
  "src/\0",
  "./../project/../secret.txt",
  "....//",
];

test.each(hostile)("[S24] %j leads nowhere", async (inner) => {
  await expect(readTree(root, inner)).rejects.toMatchObject({
    code: expect.stringMatching(/^(path_outside_project|not_found)$/),
  });
});

test.each(hostile)("[CP11] [S24] no file is read at %j", async (inner) => {
  await expect(readProjectFile(root, inner)).rejects.toMatchObject({
    code: expect.stringMatching(/^(path_outside_project|not_found)$/),
  });
});

test("[CP11] a file is text, the beginning of a long one, or unreadable", async () => {
  const long = "ä".repeat(limits.previewBytes);
  await writeFile(path.join(root, "long.txt"), `x${long}`);
  await writeFile(path.join(root, "picture"), Buffer.from([0x89, 0x50, 0, 1]));
  await writeFile(path.join(root, "latin1"), Buffer.from([0x61, 0xe4, 0x62]));
  await writeFile(path.join(root, "empty"), "");
  const half = limits.previewBytes / 2;
  expect(
    await Promise.all(["a.txt", "./src/../a.txt", "long.txt", "picture", "latin1", "empty"].map(read)),
  ).toEqual([
    { path: "a.txt", size: 3, text: "abc", truncated: false },
    { path: "a.txt", size: 3, text: "abc", truncated: false },
    // The last character would be split.
    { path: "long.txt", size: 1 + 2 * long.length, text: `x${"ä".repeat(half - 1)}`, truncated: true },
    { path: "picture", size: 4, text: null, truncated: false },
    { path: "latin1", size: 3, text: null, truncated: false },
    { path: "empty", size: 0, text: "", truncated: false },
  ]);
  await expect(read("src")).rejects.toMatchObject({ code: "not_found" });
});

const read = (inner: string) => readProjectFile(root, inner);

test.each(["relative", "", "/nowhere/at/all", "/tmp/\0"])("%j is not a project", async (folder) => {
  await expect(projectFolder(folder)).rejects.toMatchObject({ code: "not_a_project" });
});
