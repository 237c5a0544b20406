import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { checkBoundaries } from "./check.ts";
import { formatViolation } from "./violation.ts";

const manifests = {
  "package.json": JSON.stringify({ devDependencies: { vitest: "1" } }),
  "packages/core/package.json": JSON.stringify({
    dependencies: { zod: "4" },
    devDependencies: { vitest: "1" },
  }),
  "packages/client/package.json": JSON.stringify({
    dependencies: { "@polylog/core": "*", "@polylog/server": "*" },
    devDependencies: { "@polylog/scripted-model": "*", vitest: "1" },
  }),
};

function linesFor(files: Record<string, string>): string[] {
  return checkBoundaries(sampleTree({ ...manifests, ...files })).violations.map(formatViolation);
}

test("a repository that keeps the rules has no violation", () => {
  const lines = linesFor({
    "packages/core/src/index.ts": 'import { z } from "zod/mini";\nexport * from "./a.ts";\nexport { z };\n',
    "packages/core/src/a.ts": "export const a = new Date(0).getTime() + Math.max(1, Date.UTC(2026));\n",
    "packages/core/test/a.test.ts":
      'import { readFileSync } from "node:fs";\nimport { test } from "vitest";\nimport { a } from "../src/a.ts";\n' +
      "test(String(a), () => readFileSync(process.cwd()));\n",
    "packages/client/src/index.ts": 'import { a } from "@polylog/core";\nexport const b = fetch(a);\n',
    "packages/client/test/b.test.ts": 'import "@polylog/scripted-model";\nimport "@polylog/client";\n',
    "tools/report.ts": 'import { a } from "@polylog/core";\nimport "vitest";\nconsole.log(a);\n',
    "vitest.config.ts": 'import { defineConfig } from "vitest/config";\nexport default defineConfig({});\n',
  });
  expect(lines).toEqual([]);
});

test("core imports zod and its own sources, nothing else", () => {
  const lines = linesFor({
    "packages/core/src/a.ts": [
      'import { readFileSync } from "node:fs";',
      'import path from "path";',
      'import type { Socket } from "ws";',
      'import { helper } from "../test/helper.ts";',
      'import { z } from "zod";',
      'export type Hidden = import("@polylog/client").Client;',
      "export const load = (name: string) => import(name);",
      "export { readFileSync, path, helper, z, type Socket };",
    ].join("\n"),
    "packages/core/test/helper.ts": "export const helper = 1;\n",
  });
  const only = "is not for core, which uses zod and its own files only; write it here or do it outside";
  const builtin = "is part of Node, and core also runs in a browser; take what it gives as a parameter";
  expect(lines).toEqual([
    `packages/core/src/a.ts:1: core-pure: "node:fs" ${builtin}`,
    `packages/core/src/a.ts:2: core-pure: "path" ${builtin}`,
    `packages/core/src/a.ts:3: core-pure: "ws" ${only}`,
    `packages/core/src/a.ts:4: core-pure: "../test/helper.ts" lies outside packages/core/src; move it in`,
    `packages/core/src/a.ts:6: core-pure: "@polylog/client" ${only}`,
    "packages/core/src/a.ts:7: core-pure: import() of a computed path cannot be checked; import by a literal",
  ]);
});

test("core uses no global of its host", () => {
  const names = ["window", "document", "localStorage", "navigator", "fetch", "process", "Buffer", "require"];
  const more = ["setTimeout", "setInterval", "console", "performance", "crypto", "globalThis", "Temporal"];
  const all = [...names, ...more];
  const lines = linesFor({
    "packages/core/src/a.ts": all.map((name, index) => `export const a${index} = ${name};\n`).join(""),
    "packages/core/src/b.ts": "export const here = import.meta.url;\n",
  });
  expect(lines).toEqual([
    ...all.map(
      (name, index) =>
        `packages/core/src/a.ts:${index + 1}: core-pure: the global ${name} belongs to the host; take what it gives as a parameter`,
    ),
    "packages/core/src/b.ts:1: core-pure: import.meta depends on the host; take the value as a parameter",
  ]);
});

test("core reads no clock and throws no dice, however it is spelled", () => {
  const lines = linesFor({
    "packages/core/src/a.ts": [
      "export const a = Date.now();",
      "export const b = new Date();",
      "export const c = Date();",
      'export const d = Math["random"]();',
      "export const { now } = Date;",
      "export const e = (key: keyof Math) => Math[key];",
      "export const f = (value: unknown) => value instanceof Date;",
    ].join("\n"),
  });
  const clock = "reads the clock; take the time as a parameter";
  const at = "packages/core/src/a.ts";
  expect(lines).toEqual([
    `${at}:1: core-pure: Date.now ${clock}`,
    `${at}:2: core-pure: new Date() ${clock}`,
    `${at}:3: core-pure: Date() ${clock}`,
    `${at}:4: core-pure: Math.random is random; take the value as a parameter`,
    `${at}:5: core-pure: Date is passed on, which hides Date.now; name the member that is needed`,
    `${at}:6: core-pure: Math is passed on, which hides Math.random; name the member that is needed`,
  ]);
});

test("an import against the arrows fails, in types too", () => {
  const lines = linesFor({
    "packages/client/src/a.ts": 'import type { Server } from "@polylog/server";\nexport type A = Server;\n',
    "packages/client/src/b.ts": 'export * from "@polylog/scripted-model";\n',
    "packages/core/test/a.test.ts": 'await import("@polylog/client");\n',
    "bench/main.ts": 'import "@polylog/cli";\n',
  });
  const advice = "move this code to where the arrow allows it";
  expect(lines).toEqual([
    `bench/main.ts:1: arrow: bench may import core, server, client, backends, scripted-model, web, not @polylog/cli; ${advice}`,
    `packages/client/src/a.ts:1: arrow: client may import core, not @polylog/server; ${advice}`,
    `packages/client/src/b.ts:1: arrow: client may import core, not @polylog/scripted-model; ${advice}`,
    `packages/core/test/a.test.ts:1: arrow: core may import no other package, not @polylog/client; ${advice}`,
  ]);
});

test("a package that the table does not know fails", () => {
  expect(linesFor({ "packages/extra/src/a.ts": "export {};\n", "packages/extra/src/b.ts": "" })).toEqual([
    "packages/extra/package.json:1: arrow: the imports that packages/extra may have are not defined; add it to tools/boundaries/arrows.ts",
  ]);
});

test("a relative import may not leave its package; what configures the tools may use them", () => {
  const lines = linesFor({
    "knip.config.ts": 'import "./tools/report.ts";\nimport "./packages/core/src/index.ts";\n',
    "packages/client/src/a.ts": 'export * from "../../core/src/index.ts";\n',
    "packages/client/src/b.ts": 'export * from "../../../tools/report.ts";\n',
    "tools/report.ts": 'import "../packages/core/src/index.ts";\n',
    "packages/core/src/index.ts": "export {};\n",
  });
  const client = "leaves packages/client";
  expect(lines).toEqual([
    'knip.config.ts:2: outside: "./packages/core/src/index.ts" leaves the root folder; import "@polylog/core" by its name',
    `packages/client/src/a.ts:1: outside: "../../core/src/index.ts" ${client}; import "@polylog/core" by its name`,
    `packages/client/src/b.ts:1: outside: "../../../tools/report.ts" ${client}; move the file into it, or remove the import`,
    `tools/report.ts:1: outside: "../packages/core/src/index.ts" leaves tools; import "@polylog/core" by its name`,
  ]);
});

test("a package declares what it imports; its tests may use what is declared for development", () => {
  const lines = linesFor({
    "packages/client/src/a.ts": 'import "zod/mini";\nimport "vitest";\n',
    "packages/client/test/a.test.ts": 'import "vitest";\nimport "@scope/name/part";\n',
    "bench/package.json": "{}",
    "bench/main.ts": 'import "@polylog/core";\nimport "vitest";\n',
  });
  expect(lines).toEqual([
    'bench/main.ts:2: undeclared: "vitest" is missing in bench/package.json; add it to devDependencies',
    'packages/client/src/a.ts:1: undeclared: "zod" is missing in packages/client/package.json; add it to dependencies',
    'packages/client/src/a.ts:2: undeclared: "vitest" is missing in packages/client/package.json; add it to dependencies',
    'packages/client/test/a.test.ts:2: undeclared: "@scope/name" is missing in packages/client/package.json; add it to devDependencies',
  ]);
});

test("a cycle is reported once, with its whole way round", () => {
  const lines = linesFor({
    "packages/core/src/a.ts": 'export const a = 1;\nexport * from "./b.ts";\nexport * from "./c.ts";\n',
    "packages/core/src/b.ts": 'export * from "./c.ts";\n',
    "packages/core/src/c.ts": 'import { type A } from "./d.ts";\nexport type C = A;\n',
    "packages/core/src/d.ts": 'export { a } from "./a.ts";\nexport type A = number;\n',
  });
  const way = ["a", "c", "d", "a"].map((name) => `packages/core/src/${name}.ts`).join(" → ");
  expect(lines).toEqual([
    `packages/core/src/a.ts:3: cycle: ${way}; move the shared code to a separate file, or use import type if only types are shared`,
  ]);
});

test("files may need each other's types", () => {
  const lines = linesFor({
    "packages/core/src/a.ts": 'import type { B } from "./b.ts";\nexport type A = B[];\nexport const a = 1;\n',
    "packages/core/src/b.ts": 'import { a } from "./a.ts";\nexport type B = typeof a;\n',
  });
  expect(lines).toEqual([]);
});

const at = "packages/core/src";

test("folders of a package that load each other are a cycle, even if no files do", () => {
  const way = ["fold", "view", "tools", "fold"].map((folder) => `${at}/${folder}`).join(" → ");
  const lines = linesFor({
    [`${at}/fold/a.ts`]: 'export * from "../view/deep/b.ts";\n',
    [`${at}/view/deep/b.ts`]: 'export * from "../../limits.ts";\n',
    [`${at}/view/c.ts`]: 'export const b = 1;\nexport * from "../tools/d.ts";\n',
    [`${at}/tools/d.ts`]: 'export * from "../fold/e.ts";\nexport * from "../limits.ts";\n',
    [`${at}/fold/e.ts`]: 'import type { F } from "../tools/f.ts";\nexport const e: F = 1;\n',
    [`${at}/tools/f.ts`]: "export type F = number;\n",
    [`${at}/limits.ts`]: "export const limits = {};\n",
  });
  expect(lines).toEqual([
    `${at}/fold/a.ts:1: folder-cycle: ${way}; move the shared code to the folder that the others may import`,
  ]);
});

test("a file that does not parse is a violation, not a gap", () => {
  const [line] = linesFor({ "packages/core/src/a.ts": "export const a = ;\n" });
  expect(line).toMatch(/^packages\/core\/src\/a\.ts:1: syntax: /);
});

test("this repository keeps the rules", () => {
  const { violations, fileCount } = checkBoundaries(path.resolve(import.meta.dirname, "../.."));
  expect(violations.map(formatViolation)).toEqual([]);
  expect(fileCount).toBeGreaterThan(20);
});
