import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { findHits, formatHit } from "./find.ts";
import { phrases } from "./phrases.ts";

function hitsOf(files: Readonly<Record<string, string>>): string[] {
  return findHits(sampleTree(files)).map(
    ({ file, line, text, phrase }) => `${file}:${line} ${text} (${phrase.name})`,
  );
}

test("the table has at least 80 phrases with distinct names", () => {
  expect(phrases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(phrases.map(({ name }) => name)).size).toBe(phrases.length);
});

test("a phrase is found in strings, templates, JSX and comments, but not in code", () => {
  const text = [
    "// A run at work.",
    "/**",
    " * Ends of a run at",
    " * work.",
    " */",
    'const a = "is at work";',
    "// A line that ends with at",
    "// work on the next one.",
    "const b = `at work`;",
    "const anew = <p title='At work'>",
    "  He is at",
    "  work</p>;",
    "const c = /at work/.test(b) && at < work;",
  ].join("\n");
  expect(hitsOf({ "apps/web/src/a.tsx": text })).toEqual([
    "apps/web/src/a.tsx:1 at work (at work)",
    "apps/web/src/a.tsx:3 at work (at work)",
    "apps/web/src/a.tsx:6 at work (at work)",
    "apps/web/src/a.tsx:7 at work (at work)",
    "apps/web/src/a.tsx:9 at work (at work)",
    "apps/web/src/a.tsx:10 At work (at work)",
    "apps/web/src/a.tsx:11 at work (at work)",
  ]);
});

test("tests are checked in their titles and comments only", () => {
  const text = [
    'test("it goes on", () => expect("it goes on").toBe(a));',
    "describe.skip.each([['goes on']])(`%s goes on`, () => {}); // whoever",
  ].join("\n");
  expect(hitsOf({ "packages/core/test/a.test.ts": text })).toEqual([
    "packages/core/test/a.test.ts:1 goes on (go on)",
    "packages/core/test/a.test.ts:2 goes on (go on)",
    "packages/core/test/a.test.ts:2 whoever (whoever)",
  ]);
});

test("documents are checked everywhere, outside of code and links", () => {
  const text = "# Whoever\n\n```\nwhoever\n```\n\n`whoever`, [a](whoever.md), let\nin\n";
  expect(hitsOf({ "docs/decisions/a.md": text, "packages/core/test/whoever.md": text })).toEqual([
    "docs/decisions/a.md:1 Whoever (whoever)",
    "docs/decisions/a.md:7 let in (let in)",
  ]);
});

test("a clause with what is found as a subject, but not as a question or a heading", () => {
  const text = [
    "What was missed is fetched. What is new? What about it. Say what.",
    "",
    "## What to do",
    "",
    "Left as it is. As it is late, no more than two.",
    "In the web client, not in the web.",
  ].join("\n");
  expect(hitsOf({ "README.md": text })).toEqual([
    "README.md:1 What was (What …)",
    "README.md:5 as it is (as it is)",
    "README.md:6 in the web (in the web)",
  ]);
});

test("a hit is reported with its place, the reason and a replacement", () => {
  expect(findHits(sampleTree({ "README.md": "Hello.\nHe goes on.\n" })).map(formatHit)).toEqual([
    'README.md:2: "goes on": the field has one word for it; write "continue" or "resume"',
  ]);
});
