import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { trustArguments } from "../../src/codex/project-trust.ts";
import { temporaryFolder } from "../node-program.ts";

test("[CX15] trust is set for every folder by which Codex may identify the project", async () => {
  const folder = realpathSync(temporaryFolder());
  const tree = path.join(folder, 'second "tree"');
  mkdirSync(tree);
  writeFileSync(path.join(tree, ".git"), `gitdir: ${folder}/first/.git/worktrees/second\n`);
  const [option, value = ""] = await trustArguments(tree, false);
  const named = [...value.matchAll(/("(?:[^"\\]|\\.)*")=\{trust_level="untrusted"\}/g)].map(
    ([, name = ""]) => JSON.parse(name) as string,
  );
  const above = folder.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/") || "/");
  expect({ option, named: named.toSorted() }).toEqual({
    option: "-c",
    named: [...above.slice(1), tree, path.join(folder, "first")].toSorted(),
  });
});
