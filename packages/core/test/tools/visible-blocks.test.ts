import { describe, expect, test } from "vitest";
import type { Block } from "../../src/tools/blocks.ts";
import { excerptOf } from "../../src/tools/collapse/excerpt.ts";
import { type CardDisplay, visibleBlocks } from "../../src/tools/collapse/visible-blocks.ts";
import { cardOf, done, failed, pending } from "./call.ts";

const page: CardDisplay = { isExpanded: null, expandsInPlace: true, showsWholeObject: true };
const terminal: CardDisplay = { ...page, expandsInPlace: false };

const kindsOf = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind);

describe("the blocks of a card that are visible", () => {
  const bash = cardOf(done("Bash", { command: "ls" }, "a\nb"));
  const generic = (live: boolean) =>
    cardOf(
      live ? pending("Deploy", { to: "prod" }, { result: "half" }) : done("Deploy", { to: "prod" }, "a\nb"),
    );

  test.each<[string, typeof bash, CardDisplay, readonly Block["kind"][]]>([
    ["a page hides the output of a command until its card is opened", bash, page, []],
    ["a terminal shows the end of a command's output", bash, terminal, ["output"]],
    ["a command that does not fit in its line", bash, { ...page, showsWholeObject: false }, ["command"]],
    ["everything in an expanded card", bash, { ...page, isExpanded: true }, ["command", "output"]],
    [
      "the whole command even in a collapsed card",
      bash,
      { ...page, isExpanded: false, showsWholeObject: false },
      ["command"],
    ],
    ["another tool's parameters, and its output on demand", generic(false), terminal, ["fields"]],
    ["another tool's output in a terminal while it runs", generic(true), terminal, ["fields", "output"]],
    ["nothing in a collapsed card of another tool", generic(false), { ...page, isExpanded: false }, []],
  ])("[T31] %s", (_, card, display, kinds) => {
    expect(kindsOf(visibleBlocks(card, display))).toEqual(kinds);
  });

  test("[T31] an error is hidden if the card's line shows all of it, and only there", () => {
    const errorsOf = (message: string) =>
      visibleBlocks(cardOf(failed("Read", { file_path: "a" }, message)), page).filter(
        ({ kind }) => kind === "error",
      );
    expect(errorsOf("Not found")).toEqual([]);
    expect(errorsOf("Not found\nTry again").length).toBe(1);
    expect(errorsOf("x ".repeat(400)).length).toBe(1);
  });
});

describe("the visible part of a long text", () => {
  test.each([
    ["", 2, "", 0],
    ["a\nb\n", 2, "a\nb\n", 0],
    ["a\nb\nc", 2, "b\nc", 1],
    ["a\nb\nc\n", 2, "b\nc\n", 1],
    ["\n\n\n", 2, "\n\n", 1],
    ["1\n2\n3\n4\n5\n", 2, "4\n5\n", 3],
  ])("[T32] of %j the last %i lines are %j, after %i others", (text, lines, shown, hiddenLines) => {
    expect(excerptOf(text, { from: "end", lines })).toEqual({ shown, hiddenLines });
  });

  test.each([
    ["", 2, "", 0],
    ["a\nb\n", 2, "a\nb\n", 0],
    ["a\nb\nc", 2, "a\nb", 1],
    ["\n\n\n", 2, "\n", 1],
  ])("[T32] of %j the first %i lines are %j, before %i others", (text, lines, shown, hiddenLines) => {
    expect(excerptOf(text, { from: "start", lines })).toEqual({ shown, hiddenLines });
  });

  test("[T32] without an excerpt, all of it", () => {
    expect(excerptOf("a\nb", null)).toEqual({ shown: "a\nb", hiddenLines: 0 });
  });
});
