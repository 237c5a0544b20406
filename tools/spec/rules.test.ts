import { expect, test } from "vitest";
import { citedRules } from "./citations.ts";
import { definedRules, specFaults } from "./rules.ts";

test("a rule is a list item that begins with a bold number", () => {
  const markdown = [
    "# Rules **F9**",
    "- **F1** first",
    "* **F2.** second, see **F8**",
    "  - **TX10** nested",
    "- **bold** but no number",
    "- see **F7**",
    "```",
    "- **F6** an example",
    "```",
    "- **F3:** after the example",
  ].join("\n");
  expect(definedRules(markdown)).toEqual([
    { rule: "F1", line: 2 },
    { rule: "F2", line: 3 },
    { rule: "TX10", line: 4 },
    { rule: "F3", line: 10 },
  ]);
});

test("a title cites one rule or several, in either spelling", () => {
  const text = [
    'test("[F1] one", () => {});',
    'describe("[F2] [F3] two", () => {});',
    `it.each([])(\`[F4, TX10] \${1}\`, () => {});`,
    'test.each([["[F5] a row"]])("%s", () => {});',
  ].join("\n");
  expect(citedRules("a.test.ts", text)).toEqual([
    { rule: "F1", path: "a.test.ts", line: 1 },
    { rule: "F2", path: "a.test.ts", line: 2 },
    { rule: "F3", path: "a.test.ts", line: 2 },
    { rule: "F4", path: "a.test.ts", line: 3 },
    { rule: "TX10", path: "a.test.ts", line: 3 },
    { rule: "F5", path: "a.test.ts", line: 4 },
  ]);
});

test("a comment, a skipped test and a tag further on cite nothing", () => {
  const text = [
    '// test("[F1] one", () => {});',
    'test.skip("[F2] two", () => {});',
    'test.todo("[F3] three");',
    'describe.skip("all", () => { test("[F4] four", () => {}); });',
    'test.skip.each([1])("[F5] five", () => {});',
    'test("as [F6] says", () => { const row = list[F7]; });',
  ].join("\n");
  expect(citedRules("a.test.ts", text)).toEqual([]);
});

test("matching rules and tests cause no errors", () => {
  const defined = definedRules("- **F1** a\n- **F2** b\n");
  const cited = citedRules("a.test.ts", 'test("[F1, F2] both", () => {}); test("[F1] again", () => {});');
  expect(specFaults("SPEC.md", defined, cited)).toEqual([]);
});

test("an untested rule, an unknown rule and a number given twice are faults", () => {
  const defined = definedRules("- **F1** a\n- **F2** b\n- **F1** c\n");
  const cited = citedRules("a.test.ts", 'test("[F1] a", () => {});\ntest("[F3] d", () => {});');
  expect(specFaults("SPEC.md", defined, cited)).toEqual([
    "SPEC.md:3: F1 is defined on line 1 already; give it a new number",
    "SPEC.md:2: no test cites F2; begin a test's title with [F2]",
    "a.test.ts:2: cites F3, which SPEC.md does not define",
  ]);
});

test("a specification without rules is a fault", () => {
  expect(specFaults("SPEC.md", definedRules("# Later\n"), [])).toEqual([
    "SPEC.md: defines no rule; begin a list item with **F1**",
  ]);
});
