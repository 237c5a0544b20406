import { expect, test } from "vitest";
import { freeNamesOf } from "./free-names.ts";
import { parseSource } from "./parse.ts";

function freeNames(text: string): string[] {
  const source = parseSource("sample.ts", text);
  expect(source.errors).toEqual([]);
  return freeNamesOf(source.program).map(({ name }) => name);
}

test.each([
  ["a variable", "const process = 1; process;"],
  ["a parameter", "export const f = (document: { title: string }) => document.title;"],
  ["a default parameter", "export function f(fetch = 1) { return fetch; }"],
  ["a pattern", "const { a: [process], ...window } = { a: [1] }; process; window;"],
  ["an import", 'import { process } from "./process.ts"; process;'],
  ["a renamed import", 'import { process as p } from "./process.ts"; p;'],
  ["a namespace", 'import * as crypto from "./crypto.ts"; crypto;'],
  ["a function that is used before it stands", "fetch(); function fetch() {}"],
  ["a var in a block", "{ var name = 1; } name;"],
  ["a loop's variable", "for (const window of []) { window; }"],
  ["what was caught", "try {} catch (event) { event; }"],
  ["a function's own name", "export const f = function process(): void { process(); };"],
  ["a class's own name", "export const c = class Buffer { static make() { return new Buffer(); } };"],
])("%s is declared in the file", (_, text) => {
  expect(freeNames(text)).toEqual([]);
});

test.each([
  ["a property", "const a = { process: 1 }; a.process;"],
  ["a method", "class A { process() {} document = 1; }"],
  ["a label", "process: for (;;) { break process; }"],
  ["a type", "type A = Window | typeof globalThis; let a: Document | undefined; a;"],
  ["a type argument", "class Box<A> {} const a = new Box<Buffer>(); a;"],
  ["a name given on", 'export { process } from "./process.ts"; export * as window from "./window.ts";'],
])("%s is not a use of a name", (_, text) => {
  expect(freeNames(text)).toEqual([]);
});

test.each([
  ["a read", "process.exit();", ["process"]],
  ["a shorthand", "export const a = { process };", ["process"]],
  ["a computed key", "export const a = { [process]: 1 };", ["process"]],
  ["a computed member", "export const f = (a: object) => a[fetch];", ["fetch"]],
  ["typeof", "export const a = typeof window;", ["window"]],
  ["an assignment", "process = 1;", ["process"]],
  ["a destructuring assignment", "({ process } = { process: 1 });", ["process"]],
  ["inside a cast", "export const a = (process as unknown as string)!;", ["process"]],
  ["an export", "export { process };", ["process"]],
  ["a default export", "export default process;", ["process"]],
  [
    "a declaration that only promises it",
    "declare const process: { exit(): void }; process.exit();",
    ["process"],
  ],
  ["another scope's name", "{ const process = 1; process; } process;", ["process"]],
  ["a default value", "export const f = (a = process) => a;", ["process"]],
  ["a template", `export const a = \`\${window}\`;`, ["window"]],
  ["a base class", "export class A extends EventTarget {}", ["EventTarget"]],
])("%s of a global is found", (_, text, expected) => {
  expect(freeNames(text)).toEqual(expected);
});

test("lines are counted over characters that take more than one unit", () => {
  const source = parseSource("sample.ts", 'const a = "é😀";\nconst b = "漢字";\nprocess;\n');
  const [free] = freeNamesOf(source.program);
  expect(free && source.lineAt(free.node.start)).toBe(3);
});
