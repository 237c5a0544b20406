import fc from "fast-check";
import { expect, test } from "vitest";
import { composeFrame, type FrameView } from "../src/app/frame/frame.ts";
import { emptyEditor } from "../src/input/editor.ts";
import { limits } from "../src/limits.ts";
import { lineOf } from "../src/text/style.ts";
import { contextOf, textOf, widest } from "./support/context.ts";

const nothing: FrameView = {
  ...{
    rows: 24,
    menu: null,
    confirming: null,
    ask: null,
    status: null,
    queue: null,
    unsent: [],
    todos: null,
  },
  ...{ editor: emptyEditor, placeholder: "Message echo", images: [], suggestions: null, remark: null },
  footer: lineOf("echo"),
  conversationLines: () => [],
};

test("[W3] a remark is wrapped between words and shown in full", () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 1, max: 20 }), (width, words) => {
      const text = Array.from({ length: words }, (_, at) => `word${at}`).join(" ");
      const { lines } = composeFrame({ ...nothing, remark: { text, isBad: true } }, contextOf(width));
      expect(widest(lines)).toBeLessThanOrEqual(width);
      const shown = textOf(lines.slice(2));
      if (shown.split("\n").length < limits.remarkRows) expect(shown.replaceAll("\n", " ")).toBe(text);
    }),
  );
});
