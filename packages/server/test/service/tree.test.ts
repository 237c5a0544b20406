import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { insideProject, projectFolder, readTree } from "../../src/service/tree.ts";

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
  await expect(insideProject(root, inner)).rejects.toMatchObject({
    code: expect.stringMatching(/^(path_outside_project|not_found)$/),
  });
});

test.each(["relative", "", "/nowhere/at/all", "/tmp/\0"])("%j is no project", async (folder) => {
  await expect(projectFolder(folder)).rejects.toMatchObject({ code: "not_a_project" });
});
