import fc from "fast-check";
import { expect, test } from "vitest";
import { type GrowingText, grow, type Habit, noText, settle } from "../../src/acp/growing-text.ts";
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
  const settled = settle(text, habit);
  return {
    ...{ whole: settled.text.whole, shown: settled.text.isHeld ? null : shown },
    habit: settled.habit,
  };
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
        return said.startsWith(before);
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
});

test("[AC3] what is declared to repeat itself is what the last chunk says, however it was revised", () => {
  expect(read(["Hello ", "Hello, wor", "Hello, world!"], "cumulative").whole).toBe("Hello, world!");
  fc.assert(
    fc.property(fc.array(piece), cutText, (revisions, cut) => {
      const text = cut.join("");
      const grown = cut.flatMap((_, index) => {
        const said = cut.slice(0, index + 1).join("");
        const revision = revisions[index];
        return revision === undefined ? [said] : [said, said + revision, said];
      });
      const { whole, shown } = read([...grown, text, text], "cumulative");
      expect(whole).toBe(text);
      expect(shown ?? whole).toBe(whole);
    }),
  );
});

const answer = "I looked at the parser, found the missing comma and ran all of the tests once more.";

test("[AC3] an answer that repeats itself, though too short to prove it, is right once it has ended", () => {
  const said = answer.split(/(?<= )/).map((_, index, words) => words.slice(0, index + 1).join(""));
  const first = read(said, "unknown");
  expect(first).toEqual({ whole: answer, shown: null, habit: "proved" });
  expect(read([...said, answer], "unknown")).toEqual(first);
  expect(read(["Now", "Now this."], first.habit)).toEqual({
    ...{ whole: "Now this.", shown: "Now this.", habit: "proved" },
  });
});

test("[AC3] wherever such an answer is cut and whatever chunk comes twice, it is right once it has ended", () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: answer.length - 1 }), { minLength: 12 });
  fc.assert(
    fc.property(cuts, fc.array(fc.boolean()), (places, twice) => {
      const ends = [...places.sort((a, b) => a - b), answer.length];
      const said = ends.flatMap((end, index) => {
        const so = answer.slice(0, end);
        return twice[index] === true ? [so, so] : [so];
      });
      expect(read(said, "unknown").whole).toBe(answer);
      expect(read(said, "proved").whole).toBe(answer);
    }),
  );
});

test("[AC3] one that has proved it may say its last chunk twice", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(45);
  const said = cumulative(text, 100);
  expect(read([...said, text], "unknown")).toEqual({ whole: text, shown: null, habit: "proved" });
});

test.each([
  [["ha", "ha", "ha"]],
  [["ha", "haha", "hahaha", "hahahaha", "hahahahaha", "hahahahahaha", "hahahahahahaha"]],
  [["\n*", "\n**", "\n***", "\n****", "\n*****", "\n******", "\n*******"]],
  [["\nP", "\nPO", "\nPOL", "\nPOLY", "\nPOLYL", "\nPOLYLO", "\nPOLYLOG"]],
  [["No", "No", "No way", ", no."]],
  [["Hello", "Hello world"]],
])("[AC3] %j stays as it was said", (said) => {
  expect(read(said, "unknown")).toMatchObject({ whole: said.join(""), shown: said.join("") });
});

test("[AC3] a few short chunks prove nothing", () => {
  const said = cumulative("a".repeat(40), 10);
  expect(said.length).toBe(limits.provingPieces);
  expect(read(said, "unknown")).toEqual({ whole: said.join(""), shown: said.join(""), habit: "unknown" });
});
