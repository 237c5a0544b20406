import { expect, test } from "vitest";
import { lineInFile } from "../../src/tools/index.ts";

const file = "one\ntwo\nthree\ntwo\nfour\n";

test.each([
  ["before the change", "three", "3", 3],
  ["after the change", "zwei\n", "three\n", 3],
  ["in the middle of a line", "ree", "REE", 3],
  ["the whole file", file, `${file}five\n`, 1],
  ["an insertion that is already in the file", "three", "three\ntwo", 3],
  ["a text that occurs twice", "two", "2", null],
  ["a new text that equals another line", "x", "two", null],
  ["two texts at different places, either of which may be the position", "one", "four", null],
  ["a text that is not in the file", "five", "six", null],
  ["no text", "", "", null],
])("[T29] the line of a replaced text in its file: %s", (_, oldText, newText, line) => {
  expect(lineInFile(file, oldText, newText)).toBe(line);
});
