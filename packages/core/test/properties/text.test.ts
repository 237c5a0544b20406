import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Gap, Text } from "../../src/data/text.ts";
import { limits } from "../../src/limits.ts";
import { numRuns, timeout } from "../history/profiles.ts";

/** A simple model of the text: one string, copied for every piece. */
interface Model {
  readonly text: string;
  readonly base: number;
  readonly end: number;
  readonly gaps: readonly Gap[];
}

function growModel(model: Model, offset: number, piece: string): Model {
  const { text, end } = model;
  // An empty piece adds nothing, whatever its offset is.
  if (piece === "" || offset + piece.length <= end) return model;
  const tail = piece.slice(Math.max(0, end - offset));
  const gaps =
    offset <= end ? model.gaps : noted([...model.gaps, { at: text.length, missing: offset - end }]);
  return { ...model, text: text + tail, end: offset + piece.length, gaps };
}

function noted(gaps: readonly Gap[]): readonly Gap[] {
  if (gaps.length <= limits.gaps) return gaps;
  const [last, more] = gaps.slice(-2) as [Gap, Gap];
  return [...gaps.slice(0, -2), { at: last.at, missing: last.missing + more.missing }];
}

interface Version {
  readonly text: Text;
  readonly model: Model;
}

const operation = fc.record({
  /** The version it starts from; one that is not the newest creates a fork. */
  from: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  /** The start of the piece, relative to the end of the text so far. */
  shift: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: -6, max: 3 }) },
  ),
  piece: fc.constantFrom("", "a", "ha", "Hello", " world", "\u{1F600}", "\ud83d", "\ude00"),
  /** Reading joins the pieces, and later reads reuse the result. */
  read: fc.boolean(),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

function apply({ text, model }: Version, { shift, piece, read }: Operation): Version {
  const offset = Math.max(0, model.end + shift);
  const grown = { text: text.grow(offset, piece), model: growModel(model, offset, piece) };
  if (grown.model === model) expect(grown.text).toBe(text);
  if (read) expect(`${grown.text}`).toBe(grown.model.text);
  return grown;
}

describe("Text", { timeout }, () => {
  test("[P11] holds the same text as one string, in every version and every fork", () => {
    fc.assert(
      fc.property(
        fc.nat(4),
        fc.array(operation, { maxLength: 60, size: "max" }),
        fc.nat(40),
        (base, list, start) => {
          const first: Version = {
            text: Text.startingAt(base),
            model: { text: "", base, end: base, gaps: [] },
          };
          const versions = [first];
          for (const next of list) {
            versions.push(apply(versions.at(-1 - (next.from % versions.length)) as Version, next));
          }
          for (const { text, model } of versions) {
            const { length, base: begin, end, gaps, cut } = text;
            const held = { text: text.toString(), base: begin, end, gaps };
            expect({ ...held, length, cut }).toEqual({ ...model, length: model.text.length, cut: false });
            expect(text.from(start)).toBe(model.text.slice(start));
          }
        },
      ),
      { numRuns },
    );
  });

  test("[P11] continues unchanged after it is stored and restored", () => {
    fc.assert(
      fc.property(fc.nat(4), fc.array(operation, { maxLength: 40 }), operation, (base, list, more) => {
        const first: Version = {
          text: Text.startingAt(base),
          model: { text: "", base, end: base, gaps: [] },
        };
        const { text, model } = list.reduce(apply, first);
        const stored: unknown = JSON.parse(JSON.stringify(text));
        const read = Text.restore(typeof stored === "string" ? { text: stored } : (stored as Model));
        expect(read.toJSON()).toEqual(text.toJSON());
        const offset = Math.max(0, model.end + more.shift);
        expect(read.grow(offset, more.piece).toJSON()).toEqual(text.grow(offset, more.piece).toJSON());
      }),
      { numRuns },
    );
  });
});
