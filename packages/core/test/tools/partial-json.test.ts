import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partialFields } from "../../src/tools/input/partial-json.ts";

const strings = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === "string"));

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom('"', "\\", "\\u00", "\n\t", "👩‍👧", "}{,:"),
);
const anyObject = fc.dictionary(anyText, fc.oneof(anyText, fc.jsonValue({ maxDepth: 4 })), { maxKeys: 6 });

describe("streaming JSON", () => {
  test("[T22] every prefix of the text gives a prefix of the value", () => {
    fc.assert(
      fc.property(anyObject, fc.constantFrom(undefined, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        const whole = strings(value);
        for (let end = 0; end <= json.length; end++) {
          for (const [key, text] of Object.entries(partialFields(json.slice(0, end)))) {
            expect(String(whole[key]).startsWith(text)).toBe(true);
          }
        }
        expect({ ...partialFields(json) }).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test("[T22] text that is not JSON does no harm", () => {
    const piece = fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "u", "1", " ", "a", "\\u12");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(
          Object.values(partialFields(`{${pieces.join("")}`)).every((text) => typeof text === "string"),
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["", {}],
    ["[1", {}],
    ['{"command', {}],
    ['{"command":', {}],
    ['{"command": "ls', { command: "ls" }],
    ['{"command": "echo \\"a\\n', { command: 'echo "a\n' }],
    ['{"command": "a\\', { command: "a" }],
    ['{"command": "a\\u00', { command: "a" }],
    ['{"x": "\\ud83d', { x: "" }],
    ['{"x": "\\ud83d\\ude00', { x: "😀" }],
    ['{"deep": [{"path": "no"}], "path": "yes', { path: "yes" }],
    ['{"n": 12, "b": true, "path": "p"}', { path: "p" }],
    ['{"a": "1", "a": "2"}', { a: "2" }],
  ])("[T22] %j gives %j", (json, fields) => {
    expect({ ...partialFields(json) }).toEqual(fields);
  });

  test("[T22] no key is special, and no depth too deep", () => {
    const fields = partialFields('{"__proto__": "x", "constructor": "y"}');
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.entries(fields)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    expect({ ...partialFields(`{"a": ${"[".repeat(100_000)}`) }).toEqual({});
  });
});
