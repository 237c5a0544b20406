import { expect, test } from "vitest";
import { ProjectFiles, type TreeEntry } from "../../src/index.ts";

const folders: Record<string, readonly TreeEntry[]> = {
  "": [
    { name: "a.ts", path: "a.ts", kind: "file", size: 1 },
    { name: "node_modules", path: "node_modules", kind: "folder", size: null },
    { name: "src", path: "src", kind: "folder", size: null },
    { name: "away", path: "away", kind: "folder", size: null },
    { name: "link", path: "link", kind: "link", size: null },
  ],
  src: [{ name: "b.ts", path: "src/b.ts", kind: "file", size: 1 }],
};

test("files and folders are listed level by level; unreadable folders are skipped, and each folder is requested once", async () => {
  const asked: string[] = [];
  const files = new ProjectFiles(
    async ({ path }) => {
      asked.push(path);
      const entries = folders[path];
      if (entries === undefined) throw new Error("gone");
      return { entries };
    },
    () => 0,
  );
  expect(await files.list("/p")).toEqual(["a.ts", "src/", "away/", "src/b.ts"]);
  expect(await files.list("/p")).toEqual(["a.ts", "src/", "away/", "src/b.ts"]);
  expect(asked).toEqual(["", "src", "away"]);
});
