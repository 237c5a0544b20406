import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEvent, definitions, emptyConversation, fold, limits, parseEvent } from "../../src/index.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { lineOf } from "../history/stamp.ts";
import { validEvent } from "../history/valid.ts";

const codes = ["line_too_long", "bad_json", "too_deep", "bad_envelope", "bad_payload"];

/** Parses to an event that can be folded, or to an error with a code, a path and a reason. Never throws. */
function expectVerdict(line: string): void {
  const result = parseEvent(line);
  if (result.ok) {
    expect(fold(emptyConversation, result.event).seq).toBe(result.event.seq);
  } else {
    const { code, path, reason } = result.error;
    expect(codes).toContain(code);
    expect(path.filter((step) => typeof step !== "string" && typeof step !== "number")).toEqual([]);
    expect(reason).not.toBe("");
  }
}

const anyType = fc.constantFrom(...definitions.keys());
const valid = anyType
  .chain(validEvent)
  .map((event) => JSON.parse(lineOf(event, 1)) as Record<string, unknown>);

describe("a line that is not an event", { timeout }, () => {
  test("[B10] any characters", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), expectVerdict), { numRuns });
  });

  test("[B10] any JSON", () => {
    fc.assert(fc.property(fc.json(), expectVerdict), { numRuns });
  });

  test("[B10] a line that is cut off, or has one character too many or too few", () => {
    fc.assert(
      fc.property(valid, fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }), (event, place, drop, insert) => {
        const line = JSON.stringify(event);
        const at = place % line.length;
        expectVerdict(line.slice(0, at));
        expectVerdict(line.slice(0, at) + insert + line.slice(at + drop));
      }),
      { numRuns },
    );
  });

  test.each([
    ["", "bad_json"],
    ["{", "bad_json"],
    ["{'type':'title'}", "bad_json"],
    ["undefined", "bad_json"],
    ['{"a":1}{"a":1}', "bad_json"],
    ["null", "bad_envelope"],
    ["[]", "bad_envelope"],
    ["7", "bad_envelope"],
    ['"text"', "bad_envelope"],
    ["true", "bad_envelope"],
    ["{}", "bad_envelope"],
  ])("[B10] %s is rejected as %s", (line, code) => {
    expect(parseEvent(line)).toMatchObject({ ok: false, error: { code } });
  });

  test("[B10] a value that is not JSON is rejected too", () => {
    const values = [undefined, Number.NaN, Symbol("x"), () => 1, 1n, new Date(0), new Map()];
    expect(values.map((value) => checkEvent(value).ok)).toEqual(values.map(() => false));
  });

  test("[B10] a line longer than any event is rejected before it is parsed", () => {
    const line = `"${" ".repeat(limits.eventLine)}"`;
    expect(parseEvent(line)).toMatchObject({ ok: false, error: { code: "line_too_long", path: [] } });
  });
});

/** Values that are invalid in every field of the envelope. */
const wrong: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: fc.constantFrom("", 7, null, true, [], {}),
  sessionId: fc.constantFrom("", 7, null, true, [], {}),
  seq: fc.constantFrom(0, -1, 1.5, "1", null, true, [], {}, 2 ** 53),
  rev: fc.constantFrom(-1, 1.5, "1", null, true, [], {}, 2 ** 53),
  ts: fc.constantFrom(-1, 1.5, "1", null, true, [], {}, 2 ** 53),
  v: fc.constantFrom(0, -1, 1.5, "1", null, true, [], {}),
  type: fc.constantFrom("", 7, null, true, [], {}),
  agentId: fc.constantFrom("", 7, null, true, [], {}),
  runId: fc.constantFrom("", 7, null, true, [], {}),
  responseId: fc.constantFrom("", 7, null, true, [], {}),
  parentCallId: fc.constantFrom("", 7, null, true, [], {}),
};

describe("an invalid field of the envelope", { timeout }, () => {
  test.each(Object.keys(wrong))("[B10] %s is named in the error", (field) => {
    fc.assert(
      fc.property(valid, wrong[field] as fc.Arbitrary<unknown>, (event, value) => {
        const result = parseEvent(JSON.stringify({ ...event, [field]: value }));
        expect(result).toMatchObject({ ok: false, error: { code: "bad_envelope", path: [field] } });
        if (!result.ok) expect(result.error.reason).not.toBe("");
      }),
      { numRuns },
    );
  });

  test.each(["id", "sessionId", "seq", "rev", "ts", "type"])(
    "[B10] a missing %s is named in the error",
    (field) => {
      fc.assert(
        fc.property(valid, (event) => {
          const { [field]: _, ...rest } = event;
          const result = parseEvent(JSON.stringify(rest));
          expect(result).toMatchObject({ ok: false, error: { code: "bad_envelope", path: [field] } });
        }),
        { numRuns },
      );
    },
  );
});
