import fc from "fast-check";
import { expect, test } from "vitest";
import { type GrowingText, grow, type Habit, noText } from "../../src/acp/growing-text.ts";
import { limits } from "../../src/acp/limits.ts";

interface Message {
  readonly whole: string;
  /** What a screen has shown piece by piece, unless the end tells it anew. */
  readonly shown: string | null;
  readonly habit: Habit;
}

function read(pieces: readonly string[], from: Habit): Message {
  let text: GrowingText = noText;
  let habit = from;
  let shown = "";
  for (const piece of pieces) {
    const grown = grow(text, habit, piece);
    text = grown.text;
    habit = grown.habit;
    if (grown.delta === null) continue;
    expect(grown.delta.offset).toBe(shown.length);
    shown += grown.delta.text;
  }
  return { whole: text.whole, shown: text.isHeld ? null : shown, habit };
}

/** Words that repeat each other, whole and in part, as chatter, tables and code do. */
const piece = fc.oneof(
  fc.constantFrom("ha", "haha", "hahaha", "a", "aa", "aaa", "\n", " ", "the ", "the the ", "🎉", "{", "{{"),
  fc.string({ maxLength: 12 }),
);
const pieces = fc.array(piece, { maxLength: 60 });

/** A text, cut anywhere. */
const cutText = fc
  .tuple(fc.string({ maxLength: 400 }), fc.array(fc.nat(400), { maxLength: 40 }))
  .map(([text, cuts]) => {
    const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
      (a, b) => a - b,
    );
    return places.slice(1).map((end, index) => text.slice(places[index], end));
  });

/** One beginning said again and again, each time with something more or less. */
const repeats = fc
  .tuple(fc.string({ minLength: 1, maxLength: 30 }), fc.array(fc.string({ maxLength: 3 }), { maxLength: 20 }))
  .map(([beginning, ends]) => ends.map((end) => beginning + end));

test("[AC3] nothing of a true stream of pieces is lost, wherever it is cut and whatever repeats in it", () => {
  fc.assert(
    fc.property(fc.oneof(pieces, cutText, repeats), (stream) => {
      const { whole, shown } = read(stream, "unknown");
      expect(whole).toBe(stream.join(""));
      expect(shown ?? whole).toBe(whole);
    }),
    { numRuns: 5000 },
  );
});

test("[AC3] an agent that was taken to repeat itself loses nothing when it turns out not to", () => {
  fc.assert(
    fc.property(fc.oneof(pieces, cutText, repeats), (stream) => {
      const { whole, habit } = read(stream, "proved");
      const spoken = stream.filter((said) => said !== "");
      const isChain = spoken.every((said, index) => {
        const before = spoken[index - 1] ?? "";
        return said.length > before.length && said.startsWith(before);
      });
      expect(whole).toBe(isChain ? (spoken.at(-1) ?? "") : stream.join(""));
      expect(habit).toBe(isChain ? "proved" : "delta");
    }),
    { numRuns: 5000 },
  );
});

function cumulative(text: string, every: number): string[] {
  return Array.from({ length: Math.ceil(text.length / every) }, (_, index) =>
    text.slice(0, (index + 1) * every),
  );
}

test("[AC3] an agent that repeats all it said proves so, and from then on is shown piece by piece", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(10);
  const first = read(cumulative(text, 20), "unknown");
  expect(first).toEqual({ whole: text, shown: null, habit: "proved" });
  expect(read(cumulative("Short one.", 3), first.habit)).toEqual({
    ...{ whole: "Short one.", shown: "Short one.", habit: "proved" },
  });
});

test("[AC3] what is declared is not guessed at", () => {
  const said = ["Hel", "Hello", "Hello", "Hello you"];
  expect(read(said, "cumulative")).toEqual({ whole: "Hello you", shown: "Hello you", habit: "cumulative" });
  expect(read(said, "delta")).toEqual({
    ...{ whole: said.join(""), shown: said.join(""), habit: "delta" },
  });
  expect(read(["One. ", "Two."], "cumulative").whole).toBe("One. Two.");
});

test("[AC3] a few short chunks prove nothing", () => {
  const said = cumulative("a".repeat(40), 10);
  expect(said.length).toBe(limits.provingPieces);
  expect(read(said, "unknown")).toEqual({ whole: said.join(""), shown: said.join(""), habit: "unknown" });
});
