import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { ensurePage, isPageStale, pageStamp } from "./page.mjs";

const sources = {
  "apps/web/src/main.tsx": "one",
  "apps/web/vite.config.ts": "export default {}",
  "packages/core/src/index.ts": "core",
};

/** A page that was just built. */
function builtTree(): string {
  const root = sampleTree({ ...sources, "apps/web/dist/.stamp": "" });
  writeFileSync(path.join(root, "apps/web/dist/.stamp"), pageStamp(root));
  return root;
}

test("a page that was never built is stale, and so is one built from other sources", () => {
  expect(isPageStale(sampleTree(sources))).toBe(true);
  const root = builtTree();
  expect(isPageStale(root)).toBe(false);
  writeFileSync(path.join(root, "packages/core/src/index.ts"), "changed");
  expect(isPageStale(root)).toBe(true);
});

test("a source that comes or goes makes it stale too", () => {
  const root = builtTree();
  writeFileSync(path.join(root, "apps/web/src/more.ts"), "");
  expect(isPageStale(root)).toBe(true);
});

test("a page that is up to date is not built, and nothing is said", async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await ensurePage({ root: builtTree(), node: "/nowhere", env: {}, say });
  expect(said).toEqual([]);
});

test("a tree without a page has nothing to build", async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await ensurePage({ root: sampleTree({ "package.json": "{}" }), node: "/nowhere", env: {}, say });
  expect(said).toEqual([]);
});
