import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Text } from "../../src/data/text.ts";
import { followText } from "../../src/markdown/follow-text.ts";
import {
  endPieces,
  growPieces,
  livePieces,
  type PiecesState,
  startPieces,
} from "../../src/markdown/text-pieces.ts";

function split(...chunks: string[]) {
  return endPieces(chunks.reduce(growPieces, startPieces())).pieces.slice();
}

const bits = [
  ..."ab \n\n\n#>-*_`~|<=:.!",
  ...[
    "word ",
    "  ",
    "    ",
    "\t",
    "\r\n",
    "1. ",
    "2) ",
    "- item\n",
    "  more\n",
    "\n\n",
    "# h\n",
    "---\n",
    "===\n",
  ],
  ...[
    "```",
    "```js\n",
    "````\n",
    "~~~\n",
    "> said\n",
    "a | b\n",
    "--|--\n",
    "<div>\n",
    "<!--",
    "-->",
    "</div>",
    "é",
    "🙂",
  ],
];
const markdown = fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((parts) => parts.join(""));
/** A text and the positions where it is cut. */
const chunked = fc.tuple(markdown, fc.array(fc.nat())).map(([text, cuts]) => {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  return { text, chunks: at.slice(1).map((end, index) => text.slice(at[index], end)) };
});

describe("any text", () => {
  test("[V1] pieces joined are the text, and each has its start position", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const pieces = split(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        let start = 0;
        for (const piece of pieces) {
          expect(piece.start).toBe(start);
          expect(piece.text).not.toBe("");
          start += piece.text.length;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("[V1] any chunking gives the same pieces", () => {
    fc.assert(
      fc.property(chunked, ({ text, chunks }) => {
        expect(split(...chunks)).toEqual(split(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("[V2] a finished piece stays exactly the same, whatever follows", () => {
    fc.assert(
      fc.property(chunked, ({ text, chunks }) => {
        let state: PiecesState = startPieces();
        let heard = "";
        for (const chunk of chunks) {
          const before = state.pieces.slice();
          state = growPieces(state, chunk);
          heard += chunk;
          const pieces = state.pieces.slice();
          before.forEach((piece, index) => {
            expect(pieces[index]).toBe(piece);
          });
          expect([...pieces, ...livePieces(state)].map((piece) => piece.text).join("")).toBe(heard);
        }
        expect([...state.pieces, ...livePieces(state)]).toEqual(split(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("[V2] an earlier state does not change when it is grown twice", () => {
    const state = growPieces(startPieces(), "one\n\ntw");
    const first = growPieces(state, "o\n\nthree");
    const second = growPieces(state, "ice\n\n");
    expect(
      [state, first, second].map((each) => [...each.pieces, ...livePieces(each)].map((piece) => piece.text)),
    ).toEqual([
      ["one\n\n", "tw"],
      ["one\n\n", "two\n\n", "three"],
      ["one\n\n", "twice\n\n"],
    ]);
  });

  test("[V1] an empty text has no pieces", () => {
    expect(split()).toEqual([]);
    expect(split("", "")).toEqual([]);
    expect(livePieces(startPieces())).toEqual([]);
    expect(split("\n \n")).toEqual([{ kind: "blank", start: 0, text: "\n \n" }]);
  });
});

describe("following a text", () => {
  test("[V7] each update reads only the added text", () => {
    let body = Text.empty;
    let followed = followText(null, body, true);
    for (const chunk of ["one\n", "\ntwo", "\n\nth", "ree"]) {
      body = body.grow(body.end, chunk);
      followed = followText(followed, body, true);
    }
    const { pieces } = followed.state;
    const ended = followText(followed, Text.of("one\n\ntwo\n\nthree"), false);
    expect(ended.state.pieces.slice()).toEqual(split("one\n\ntwo\n\nthree"));
    expect(ended.state.pieces.get(0)).toBe(pieces.get(0));
    expect(followText(ended, ended.body, false)).toBe(ended);
  });

  test("[V7] a complete text that differs from the streamed text takes precedence", () => {
    const heard = followText(null, Text.empty.grow(0, "one\n\n").grow(9, "three"), true);
    const ended = followText(heard, Text.of("one\n\ntwo\nthree"), false);
    expect(ended.state.pieces.slice()).toEqual(split("one\n\ntwo\nthree"));
    const replaced = followText(heard, Text.of("One\n\nthree and four"), false);
    expect(replaced.state.pieces.slice()).toEqual(split("One\n\nthree and four"));
  });
});
