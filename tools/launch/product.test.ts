import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { bundle, ensureBuilt, isStale, page, stampOf } from "./product.mjs";

const sources = {
  "apps/web/src/main.tsx": "one",
  "apps/web/vite.config.ts": "export default {}",
  "packages/core/src/index.ts": "core",
};

/** A page that was just built. */
function builtTree(): string {
  const root = sampleTree({ ...sources, "apps/web/dist/.stamp": "" });
  writeFileSync(path.join(root, "apps/web/dist/.stamp"), stampOf(root, page));
  return root;
}

test("a page that was never built is stale, and so is one built from other sources", () => {
  expect(isStale(sampleTree(sources), page)).toBe(true);
  const root = builtTree();
  expect(isStale(root, page)).toBe(false);
  writeFileSync(path.join(root, "packages/core/src/index.ts"), "changed");
  expect(isStale(root, page)).toBe(true);
});

test("an added or removed source also makes it stale", () => {
  const root = builtTree();
  writeFileSync(path.join(root, "apps/web/src/more.ts"), "");
  expect(isStale(root, page)).toBe(true);
});

/** Builds in a tree; `node` is what the builder runs on. */
async function build(product: typeof page, root: string, node = "/nowhere") {
  const said: string[] = [];
  const say = (line: string) => said.push(line.replace(/[\d.]+ s$/, "N s"));
  const isThere = await ensureBuilt(product, { root, node, env: process.env, say });
  return { isThere, said };
}

test("a page that is up to date is not built, and nothing is printed", async () => {
  expect(await build(page, builtTree())).toEqual({ isThere: true, said: [] });
});

test("a tree without a page has nothing to build", async () => {
  expect(await build(page, sampleTree({ "package.json": "{}" }))).toEqual({ isThere: false, said: [] });
});

/** A command whose builder is this script. */
const commandTree = (script: string) =>
  sampleTree({
    "tools/bundle/rolldown.config.ts": "",
    "node_modules/rolldown/package.json": '{ "bin": { "rolldown": "cli.mjs" } }',
    "node_modules/rolldown/cli.mjs": script,
  });

test("the command is built once, by the bundler", async () => {
  const script = 'import { mkdirSync } from "node:fs"; mkdirSync("apps/cli/dist", { recursive: true });';
  const root = commandTree(script);
  const said = ["building the command …", "building the command: done in N s"];
  expect(await build(bundle, root, process.execPath)).toEqual({ isThere: true, said });
  expect(await build(bundle, root, process.execPath)).toEqual({ isThere: true, said: [] });
});

test("the build is for production, whatever NODE_ENV the shell or a test sets", async () => {
  const root = commandTree(
    'import { mkdirSync, writeFileSync } from "node:fs"; mkdirSync("apps/cli/dist", { recursive: true });' +
      'writeFileSync("apps/cli/dist/mode", String(process.env.NODE_ENV));',
  );
  await build(bundle, root, process.execPath);
  expect(readFileSync(path.join(root, "apps/cli/dist/mode"), "utf8")).toBe("production");
});

test("parts of older bundles are removed after a week; a running server may need the others", async () => {
  const root = commandTree("");
  const parts = path.join(root, "apps/cli/dist/parts");
  mkdirSync(parts, { recursive: true });
  const day = 24 * 60 * 60;
  for (const [name, days] of Object.entries({ "new.js": 0, "recent.js": 6, "old.js": 8 })) {
    writeFileSync(path.join(parts, name), "");
    const then = Date.now() / 1000 - days * day;
    utimesSync(path.join(parts, name), then, then);
  }
  await build(bundle, root, process.execPath);
  expect(readdirSync(parts)).toEqual(["new.js", "recent.js"]);
});

test("a failed build shows the bundler's output, and is retried", async () => {
  const root = commandTree("console.error('no such file'); process.exitCode = 1;");
  const failure = "no such file\nCould not build the command. The reason is shown above.";
  await expect(build(bundle, root, process.execPath)).rejects.toThrow(failure);
  await expect(build(bundle, root, process.execPath)).rejects.toThrow(failure);
});
