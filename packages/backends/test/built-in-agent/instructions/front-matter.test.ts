import fc from "fast-check";
import { expect, test } from "vitest";
import { readFrontMatter } from "../../../src/built-in-agent/instructions/front-matter.ts";

function valuesOf(head: string): unknown {
  const read = readFrontMatter(`---\n${head}\n---\nbody`);
  if (!read.ok) return read;
  return Object.fromEntries([...read.fields].map(([key, { value }]) => [key, value]));
}

test.each([
  [
    "plain",
    "a: one two # three\nb:\nc: x#y\nurl: http://a.b/c: d",
    { a: "one two", b: "", c: "x#y", url: "http://a.b/c: d" },
  ],
  ["quotes", `a: "x \\"y\\" \\n # z" # comment\nb: 'it''s'`, { a: 'x "y" \n # z', b: "it's" }],
  [
    "brackets",
    `a: [one, "two, three", 'four']\nb: []\nc: [x, ] # c`,
    { a: ["one", "two, three", "four"], b: [], c: ["x"] },
  ],
  ["brackets over lines", "a: [one,\n  two]\nb: c", { a: ["one", "two"], b: "c" }],
  [
    "dashes",
    "a:\n  - one\n  - 'two'\nb:\n- three\n# c\n- four\nc: d",
    { a: ["one", "two"], b: ["three", "four"], c: "d" },
  ],
  [
    "lines",
    "a: >\n  one\n  two\nb: |-\n  three\n    four\n\n  five\nc: six\n  seven",
    { a: "one two", b: "three\n  four\n\nfive", c: "six seven" },
  ],
  ["parts", "a:\n  b: c\n  d:\n    - e\nf: { g: h }\ni: j", { a: null, f: null, i: "j" }],
  ["nothing", "\n# only a comment\n", {}],
  [
    "names of objects",
    "__proto__: a\nconstructor: b",
    Object.fromEntries([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]),
  ],
])("[IN6] front matter with %s", (_, head, values) => {
  expect(valuesOf(head)).toEqual(values);
});

test.each([
  ["a: b\nnonsense", 3, "expected `key: value`"],
  ["a: b\n\na: c", 4, "`a` is duplicated"],
  ['a: "open', 2, "the closing quote is missing"],
  ['a: "x" y', 2, "unexpected text after the closing quote"],
  ['a: "\\q"', 2, "`\\q` is not a valid escape"],
  ["a: [x, y", 2, "the closing bracket of the list is missing"],
  ["a: [x,, y]", 2, "the list has an empty item"],
  ["a: [x] y", 2, "unexpected text after the closing bracket"],
  ["a:\n  - x\n  - 'y", 4, "the closing quote is missing"],
])("[IN6] an error is reported with its line: %j", (head, line, message) => {
  expect(valuesOf(head)).toEqual({ ok: false, line, message });
});

test("[IN6] the body follows the front matter; a text without front matter is all body", () => {
  expect(readFrontMatter("---\r\na: b\r\n---\r\nx\r\n---\r\ny")).toEqual({
    ok: true,
    fields: new Map([["a", { value: "b", line: 2 }]]),
    body: "x\n---\ny",
  });
  expect(readFrontMatter("x\n---\na: b\n---")).toEqual({
    ok: true,
    fields: new Map(),
    body: "x\n---\na: b\n---",
  });
  expect(readFrontMatter("---\na: b")).toEqual({
    ok: false,
    line: 1,
    message: "the closing `---` line is missing",
  });
});

test("[IN6] reading front matter never throws, whatever the file contains", () => {
  const piece = fc.constantFrom(..."---|\n|a|b|: |:|- |[|]|,|\"|'|\\|#| |\t|>|{|}|\r\n".split("|"), "|");
  const likely = fc.array(piece, { maxLength: 40 }).map((pieces) => `---\n${pieces.join("")}\n---\n`);
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ unit: "binary" })), (text) => {
      const read = readFrontMatter(text);
      if (read.ok) return text.replaceAll("\r\n", "\n").endsWith(read.body.replaceAll("\r\n", "\n"));
      return read.line >= 1 && read.line <= text.split("\n").length && read.message !== "";
    }),
    { numRuns: 2000 },
  );
});
