import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type GrowingText,
  grow,
  noText,
  settle,
  type TextMode,
} from "../../../src/acp/translate/cumulative-text.ts";
import { wholeText } from "../../../src/connection/appended-text.ts";

interface Message {
  readonly whole: string;
  /** The displayed text after each chunk, without the correction at the message's end. */
  readonly screens: readonly string[];
  readonly textMode: TextMode;
}

function read(pieces: readonly string[], from: TextMode): Message {
  let text: GrowingText = noText;
  let textMode = from;
  let shown = "";
  const screens: string[] = [];
  for (const piece of pieces) {
    const grown = grow(text, textMode, piece);
    text = grown.text;
    textMode = grown.textMode;
    expect(grown.delta?.offset ?? shown.length).toBe(shown.length);
    shown += grown.delta?.text ?? "";
    screens.push(shown);
  }
  const settled = settle(text, textMode);
  const whole = wholeText(settled.text.whole);
  if (!settled.text.isHeld) expect(shown).toBe(whole);
  return { whole, screens, textMode: settled.textMode };
}

const words = ["ha", "haha", "a", "aa", "\n", " ", "the ", "quick ", "fox", "🎉", "{", "10", "读取"];
const anyText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((said) => said.join("")),
);

/** A text, split at random places. */
const cutText = fc.tuple(anyText, fc.array(fc.nat(400), { maxLength: 40 })).map(([text, cuts]) => {
  const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => text.slice(places[index], end));
});

/** The same chunks from an agent that sends the whole text so far each time, and some of it twice. */
function repeating(pieces: readonly string[], twice: readonly boolean[] = []): string[] {
  return pieces.flatMap((_, index) => {
    const soFar = pieces.slice(0, index + 1).join("");
    return twice[index] === true ? [soFar, soFar] : [soFar];
  });
}

/** Each chunk starts with the previous one, so that they may be either kind of stream. */
function isChain(pieces: readonly string[]): boolean {
  return pieces.length > 1 && pieces.every((said, index) => said.startsWith(pieces[index - 1] ?? ""));
}

test("[AC18] text from an agent known to send new text is shown exactly, wherever it is split", () => {
  fc.assert(
    fc.property(cutText, (pieces) => {
      const { whole, screens } = read(pieces, "delta");
      expect(whole).toBe(pieces.join(""));
      expect(screens).toEqual(repeating(pieces));
    }),
  );
});

test("[AC18] of an agent known to send cumulative text, exactly the new text is shown, wherever it is split", () => {
  fc.assert(
    fc.property(cutText, fc.array(fc.boolean()), (pieces, twice) => {
      const said = repeating(pieces, twice);
      expect(read(said, "cumulative")).toEqual({
        ...{ whole: pieces.join(""), screens: said, textMode: "cumulative" },
      });
    }),
  );
});

test("[AC18] an unknown agent that sends new text loses none of it, and the screen shows nothing else", () => {
  fc.assert(
    fc.property(cutText, (pieces) => {
      fc.pre(!isChain(pieces));
      const text = pieces.join("");
      const { whole, screens } = read(pieces, "unknown");
      expect(whole).toBe(text);
      const wrong = screens.filter((shown) => !text.startsWith(shown));
      expect(wrong).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

test("[AC18] growing laughter does not prove that an agent sends cumulative text", () => {
  const pieces = ["a", "ah", "aha", "a", "a", "aa"];
  const { whole, screens } = read(pieces, "unknown");
  expect({ whole, screens }).toEqual({
    whole: pieces.join(""),
    screens: ["a", "a", "a", "aahahaa", "aahahaaa", "aahahaaaaa"],
  });
});

test("[AC18] cumulative text from an unknown agent is never shown twice, from the first word on", () => {
  const beginning = fc.constantFrom("The", "Ich bin ", "Hello, ", "  - one of", "读取文件并修复");
  fc.assert(
    fc.property(beginning, cutText, fc.array(fc.boolean()), (first, pieces, twice) => {
      const text = [first, ...pieces].join("");
      const { whole, screens } = read(repeating([first, ...pieces], twice), "unknown");
      const wrong = screens.filter((shown) => !text.startsWith(shown));
      expect({ whole, wrong }).toEqual({ whole: pieces.length === 0 ? whole : text, wrong: [] });
    }),
    { numRuns: 5000 },
  );
});

const answer = "I looked at the parser, found the missing comma and ran all of the tests once more.";

test("[AC18] an answer in a few cumulative chunks is never shown twice, wherever it is split", () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 2, max: answer.length - 1 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cuts, fc.array(fc.boolean()), (places, twice) => {
      const ends = [0, ...places.sort((a, b) => a - b), answer.length];
      const said = repeating(
        ends.slice(1).map((end, index) => answer.slice(ends[index], end)),
        twice,
      );
      for (const textMode of ["unknown", "proved"] as const) {
        const { whole, screens, textMode: learned } = read(said, textMode);
        expect({ whole, learned }).toEqual({ whole: answer, learned: "proved" });
        for (const shown of screens) expect(answer.startsWith(shown)).toBe(true);
      }
    }),
  );
});

test("[AC18] no text is lost if an agent's chunks turn out not to be cumulative", () => {
  fc.assert(
    fc.property(cutText, (pieces) => {
      fc.pre(pieces.length > 1 && !isChain(pieces));
      const { whole, textMode } = read(pieces, "proved");
      expect({ whole, textMode }).toEqual({ whole: pieces.join(""), textMode: "unknown" });
    }),
    { numRuns: 2000 },
  );
});

test("[AC18] cumulative text is shown while it streams, from its third chunk on", () => {
  expect(read(["The", "The quick", "The quick brown", "The quick brown fox"], "unknown")).toEqual({
    whole: "The quick brown fox",
    screens: ["The", "The", "The quick brown", "The quick brown fox"],
    textMode: "proved",
  });
  expect(read(["Now", "Now this."], "proved").screens).toEqual(["Now", "Now this."]);
});

test.each([
  [["Hello", "Hello world"], "Hello world"],
  [["Hello you.", "Hello you."], "Hello you."],
  [["\n\nHello you", "\n\nHello you there"], "\n\nHello you there"],
  [["读取文件并修复错误", "读取文件并修复错误。"], "读取文件并修复错误。"],
])("[AC18] %j is one answer, sent again", (said, text) => {
  expect(read(said, "unknown").whole).toBe(text);
});

test.each([
  [["ha", "ha", "ha"]],
  [["ha", "haha", "hahaha", "hahahaha", "hahahahaha", "hahahahahaha", "hahahahahahaha"]],
  [["\n*", "\n**", "\n***", "\n****", "\n*****", "\n******", "\n*******"]],
  [["\nP", "\nPO", "\nPOL", "\nPOLY", "\nPOLYL", "\nPOLYLO", "\nPOLYLOG"]],
  [["No", "No", "No way", ", no."]],
  [["very ", "very good", " work"]],
  [["1", "10", "100"]],
  [Array.from({ length: 1000 }, () => "ha")],
  [Array.from({ length: 40 }, () => "Hello you. ")],
])("[AC18] %j is new text throughout", (said) => {
  expect(read(said, "unknown").whole).toBe(said.join(""));
});

test("[AC18] of a long cumulative answer only new text is shown, also after the decision is final", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(45);
  const pieces = Array.from({ length: 405 }, (_, index) => text.slice(index * 5, index * 5 + 5));
  const said = repeating(pieces);
  const { whole, screens } = read([...said, text], "unknown");
  expect({ whole, screens: screens.slice(2) }).toEqual({ whole: text, screens: [...said.slice(2), text] });
});

test("[AC18] text declared as cumulative is the last chunk, however it was revised", () => {
  expect(read(["Hello ", "Hello, wor", "Hello, world!"], "cumulative").whole).toBe("Hello, world!");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words)), cutText, (revisions, cut) => {
      const text = cut.join("");
      const grown = repeating(cut).flatMap((said, index) => {
        const revision = revisions[index];
        return revision === undefined ? [said] : [said, said + revision, said];
      });
      expect(read([...grown, text, text], "cumulative").whole).toBe(text);
    }),
  );
});
