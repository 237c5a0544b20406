import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScript, printScript, type Script } from "../../src/index.ts";
import type { Action } from "../../src/script/steps.ts";

const actionsOf = (text: string) =>
  parseScript(text).steps.map((step) => (step.kind === "actions" ? step.actions : step.problem));

test("[L2] the steps in a text, with any text around them", () => {
  expect(actionsOf("Please [[say hello there]] and then [[shell ls -la ++ read a.txt]].")).toEqual([
    [{ do: "say", text: "hello there" }],
    [
      { do: "shell", command: "ls -la" },
      { do: "read", path: "a.txt" },
    ],
  ]);
});

test("[L2] every kind of step", () => {
  const text = `[[words 5 10]] [[think hm]] [[think]] [[tool Bash {"command":"ls"}]] [[tool Wait]]
    [[write a.txt two words]] [[write "my file.txt" "one\\ntwo\\n"]] [[edit a.js {"old":"- 1","new":"+ 1"}]]
    [[ask Which? | this | that\\|those]] [[plan one | [x] two]] [[huge 3]] [[usage 10 20]] [[usage 10 20 5]]
    [[error 429]] [[error 529 2]] [[cut]] [[cut 1]] [[stall 50]] [[malformed]] [[nodone]] [[stop max_tokens]]`;
  expect(actionsOf(text).flat()).toEqual([
    { do: "words", count: 5, ms: 10 },
    { do: "think", text: "hm" },
    { do: "think", text: "" },
    { do: "tool", name: "Bash", input: { command: "ls" } },
    { do: "tool", name: "Wait", input: {} },
    { do: "write", path: "a.txt", content: "two words" },
    { do: "write", path: "my file.txt", content: "one\ntwo\n" },
    { do: "edit", path: "a.js", old: "- 1", new: "+ 1" },
    { do: "ask", question: "Which?", options: ["this", "that|those"] },
    { do: "plan", items: ["one", "[x] two"] },
    { do: "huge", kilobytes: 3 },
    { do: "usage", input: 10, output: 20, cached: 0 },
    { do: "usage", input: 10, output: 20, cached: 5 },
    { do: "error", status: 429, times: null },
    { do: "error", status: 529, times: 2 },
    { do: "cut", times: null },
    { do: "cut", times: 1 },
    { do: "stall", ms: 50 },
    { do: "malformed", times: null },
    { do: "nodone", times: null },
    { do: "stop", reason: "max_tokens" },
  ]);
});

test("[L4] brackets inside a step are balanced, so a subagent's prompt can contain a script", () => {
  expect(actionsOf('[[subagent Look. [[say hi ++ tool X {"a":[1,[2]]}]] [[say a[0]]]]][[say back]]')).toEqual(
    [
      [{ do: "subagent", prompt: 'Look. [[say hi ++ tool X {"a":[1,[2]]}]] [[say a[0]]]' }],
      [{ do: "say", text: "back" }],
    ],
  );
});

test("[L4] the JSON of a call is not parsed as part of the script", () => {
  expect(actionsOf('[[tool Bash {"command":"[[ -f x ]] ++ echo \\"]]\\""} ++ say ok]]')).toEqual([
    [
      { do: "tool", name: "Bash", input: { command: '[[ -f x ]] ++ echo "]]"' } },
      { do: "say", text: "ok" },
    ],
  ]);
});

test("[L4] a backslash escapes; other backslashes are text", () => {
  expect(
    actionsOf(String.raw`[[say a \]] b \++ c \[[ d]] [[shell grep 'a\|b\.c' x; i++]] [[say \\]]`),
  ).toEqual([
    [{ do: "say", text: "a ]] b ++ c [[ d" }],
    [{ do: "shell", command: String.raw`grep 'a\|b\.c' x; i++` }],
    [{ do: "say", text: "\\" }],
  ]);
});

test("[L5] an invalid step says why, and the others are parsed", () => {
  const steps = actionsOf("[[jump high]] [[say fine]] [[words many]] [[tool X {]] [[error 200]] [[say never");
  expect(steps).toEqual([
    expect.stringMatching(
      /^Step 1 of the script is invalid: unknown step "jump"; available steps are say, words/,
    ),
    [{ do: "say", text: "fine" }],
    "Step 3 of the script is invalid: expected words N MS, with whole numbers of at most 100000 and 600000.",
    "Step 4 of the script is invalid: expected tool NAME {json}, where the JSON is an object.",
    "Step 5 of the script is invalid: expected error STATUS [TIMES], with a status from 400 to 599 and at most 1000 times.",
    "Step 6 of the script is invalid: the closing ]] is missing.",
  ]);
});

test("[L5] double brackets without a known word are not steps", () => {
  expect(actionsOf("if [[ -f x ]]; then [[:space:]] [[1,2],[3]] [[Page]]")).toEqual([]);
});

test("[B2] the number of steps is limited", () => {
  expect(parseScript("[[say x]]".repeat(1200)).steps).toHaveLength(1000);
  expect(actionsOf(`[[${"say x ++ ".repeat(100)}say x]]`)).toEqual([
    "Step 1 of the script is invalid: it has more than 100 blocks.",
  ]);
});

const syntax = fc.constantFrom(
  "[[",
  "]]",
  "[",
  "]",
  "++",
  " ++ ",
  "|",
  "\\",
  "{",
  "}",
  '"',
  " ",
  "\n",
  "say ",
  "tool X ",
  "edit a ",
  "a",
);
const noise = fc.oneof(
  fc.string(),
  fc.array(syntax, { maxLength: 40 }).map((parts) => parts.join("")),
);

test("[L5] [B2] any text is parsed without an error", () => {
  fc.assert(
    fc.property(noise, (text) => {
      for (const script of [parseScript(text), parseScript(`[[${text}]]`), parseScript(`[[say ${text}`)]) {
        for (const step of script.steps) expect(["actions", "problem"]).toContain(step.kind);
      }
    }),
    { numRuns: 2000 },
  );
});

test("[B2] a text that is crafted to be slow is parsed quickly", () => {
  for (const piece of ["[[tool a {", "[[say ", '[[edit "', '[[tool a {"', "\\[[", "]]]"]) {
    expect(parseScript(`[[say ${piece.repeat(100_000)}`).steps.length).toBeGreaterThan(0);
  }
});

const text = noise.map((value) => value.trim()).filter((value) => value !== "");
const word = fc.stringMatching(/^[A-Za-z_]{1,12}$/);
const item = text;
const count = fc.nat({ max: 1000 });
const times = fc.option(fc.integer({ min: 1, max: 1000 }));
/** JSON has no negative zero. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant("say" as const), text }),
  fc.record({ do: fc.constant("think" as const), text: fc.oneof(text, fc.constant("")) }),
  fc.record({ do: fc.constant("words" as const), count, ms: count }),
  fc.record({ do: fc.constant("tool" as const), name: word, input: fc.dictionary(word, json) }),
  fc.record({ do: fc.constant("shell" as const), command: text }),
  fc.record({ do: fc.constant("read" as const), path: text }),
  fc.record({ do: fc.constant("write" as const), path: text, content: fc.string() }),
  fc.record({
    do: fc.constant("edit" as const),
    path: text,
    old: fc.string({ minLength: 1 }),
    new: fc.string(),
  }),
  fc.record({ do: fc.constant("ask" as const), question: item, options: fc.array(item, { maxLength: 3 }) }),
  fc.record({ do: fc.constant("plan" as const), items: fc.array(item, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant("subagent" as const), prompt: text }),
  fc.record({ do: fc.constant("huge" as const), kilobytes: count }),
  fc.record({ do: fc.constant("usage" as const), input: count, output: count, cached: count }),
  fc.record({ do: fc.constant("error" as const), status: fc.integer({ min: 400, max: 599 }), times }),
  fc.record({ do: fc.constantFrom("cut" as const, "malformed" as const, "nodone" as const), times }),
  fc.record({ do: fc.constant("stall" as const), ms: count }),
  fc.record({ do: fc.constant("stop" as const), reason: word }),
);
const script: fc.Arbitrary<Script> = fc
  .array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
  .map((steps) => ({ steps: steps.map((actions) => ({ kind: "actions" as const, actions })) }));

test("[L3] a printed script parses to the same script", () => {
  fc.assert(
    fc.property(script, (value) => {
      expect(parseScript(printScript(value))).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});
