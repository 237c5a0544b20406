import { expect, test } from "vitest";
import { takeMinutes } from "./minutes.mjs";

test.each([
  [[], { minutes: "10", rest: [] }],
  [["--minutes", "3", "kills"], { minutes: "3", rest: ["kills"] }],
  [["-t", "R28", "--minutes=0.5"], { minutes: "0.5", rest: ["-t", "R28"] }],
])("%j", (args, taken) => {
  expect(takeMinutes(args)).toEqual(taken);
});

test.each([[["--minutes", "soon"]], [["--minutes=-1"]], [["--minutes"]]])("%j is rejected", (args) => {
  expect(() => takeMinutes(args)).toThrow("--minutes must be a number above 0");
});
