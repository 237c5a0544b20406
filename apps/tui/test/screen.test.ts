import fc from "fast-check";
import { expect, test } from "vitest";
import { createEncoder } from "../src/terminal/encode.ts";
import { Screen } from "../src/terminal/screen.ts";
import { type Line, lineOf, plainText } from "../src/text/style.ts";
import { cutLine, lineWidth, wrapLine } from "../src/text/wrap.ts";
import { Headless } from "./support/headless.ts";

const encoder = createEncoder({ colors: true, effects: true, links: true });

function screenOn(headless: Headless, synchronized = true): Screen {
  return new Screen(headless.terminal.cols, {
    write: headless.write,
    encoder,
    reflows: true,
    synchronized,
    shifts: true,
  });
}

const someLine = fc
  .array(
    fc.record({
      text: fc.constantFrom("word ", "ä", "日本", "x".repeat(9), " ", "👍"),
      style: fc.constantFrom({}, { bold: true }, { color: 2 as const }),
    }),
    { maxLength: 4 },
  )
  .map((spans): Line => spans);
const picture = fc.record({
  settled: fc.array(someLine, { maxLength: 4 }),
  live: fc.array(someLine, { minLength: 1, maxLength: 7 }),
});

test("[W1] [W4] after any frames, the terminal shows all settled lines in order and the last live ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(picture, { minLength: 1, maxLength: 12 }), async (pictures) => {
      const headless = new Headless(50, 10);
      const screen = screenOn(headless);
      const settled: Line[] = [];
      for (const { settled: own, live } of pictures) {
        settled.push(...own);
        screen.draw({ settled: own, live, cursor: { row: live.length - 1, column: 0 } });
        await headless.settled();
        const shown = [...settled, ...live].map((line) => plainText(line).trimEnd());
        while (shown.at(-1) === "") shown.pop();
        expect(headless.lines()).toEqual(shown);
      }
    }),
    { numRuns: 150 },
  );
});

test("[W4] an unchanged line costs nothing; a growing line costs only its new text", () => {
  const headless = new Headless(80, 24);
  const screen = screenOn(headless);
  const live = [lineOf("first"), lineOf("second", { color: 2 }), lineOf("third")];
  screen.draw({ settled: [], live, cursor: { row: 2, column: 5 } });
  headless.written = "";
  screen.draw({ settled: [], live, cursor: { row: 2, column: 5 } });
  expect(headless.written).toBe("");
  screen.draw({ settled: [], live: live.with(2, lineOf("third!")), cursor: { row: 2, column: 6 } });
  expect(headless.written).toBe("\x1b[?25l!\x1b[?25h");
});

test("[W4] text that scrolls above the field is shown correctly and only costs its new lines", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 3, max: 20 }),
      fc.boolean(),
      async (steps, rows, hasHead) => {
        const headless = new Headless(60, 24);
        const screen = screenOn(headless);
        let end = 0;
        for (const by of steps) {
          end += by;
          const text = Array.from({ length: end }, (_, at) => lineOf(`line ${at}${"x".repeat(at % 17)}`));
          const shown = text.slice(-rows);
          const live = [
            ...(hasHead ? [lineOf("head")] : []),
            ...shown,
            [],
            lineOf("field"),
            lineOf("footer"),
          ];
          headless.written = "";
          screen.draw({ settled: [], live, cursor: { row: live.length - 2, column: 2 } });
          await headless.settled();
          expect(headless.lines()).toEqual(live.map((line) => plainText(line)));
          if (end - by > rows + 4) expect(headless.written.length).toBeLessThan(60 + by * 40);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("[W1] live lines are not written again when they settle", () => {
  const headless = new Headless(80, 24);
  const screen = screenOn(headless);
  const text = lineOf("A paragraph that has been streaming for a while.");
  screen.draw({ settled: [], live: [text, [], lineOf("› ")], cursor: { row: 2, column: 2 } });
  headless.written = "";
  screen.draw({ settled: [text], live: [[], lineOf("› ")], cursor: { row: 1, column: 2 } });
  expect(headless.written).toBe("");
});

test("[W5] in a narrower window, the wrapped live part is cleared completely", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 78 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 20, max: 120 }),
      async (widths, columns) => {
        const headless = new Headless(80, 24);
        const screen = screenOn(headless);
        const live = widths.map((width, at) => lineOf(String(at).repeat(width)));
        screen.draw({
          settled: [lineOf("settled")],
          live,
          cursor: { row: live.length - 1, column: Math.min(3, widths.at(-1) ?? 0) },
        });
        await headless.settled();
        headless.terminal.resize(columns, 24);
        screen.resize(columns);
        screen.draw({ settled: [], live: [lineOf("anew")], cursor: { row: 0, column: 0 } });
        await headless.settled();
        expect(headless.lines()).toEqual(["settled", "anew"]);
      },
    ),
    { numRuns: 100 },
  );
});

test("[W4] a live line that is too wide is cut, so that every other line stays in place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 6 }), { minLength: 1 }),
      async (pictures) => {
        const headless = new Headless(30, 10);
        const screen = screenOn(headless);
        for (const widths of pictures) {
          const live = widths.map((width, at) => lineOf(String(at).repeat(width)));
          screen.draw({ settled: [], live, cursor: { row: 0, column: 0 } });
          await headless.settled();
          const shown = live.map((line) => plainText(cutLine(line, 29)));
          while (shown.at(-1) === "") shown.pop();
          expect(headless.lines()).toEqual(shown);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("[D5] wrapped lines fit and keep every character except the spaces at line breaks", () => {
  fc.assert(
    fc.property(someLine, fc.integer({ min: 2, max: 30 }), fc.boolean(), (line, width, hard) => {
      const lines = wrapLine(line, width, { hard });
      for (const each of lines) expect(lineWidth(each)).toBeLessThanOrEqual(width);
      const text = (all: readonly Line[]) => all.map(plainText).join("").replaceAll(" ", "");
      expect(text(lines)).toBe(text([line]));
    }),
  );
});
