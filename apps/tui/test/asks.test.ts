import fc from "fast-check";
import { expect, test } from "vitest";
import { type AskView, askPicture } from "../src/asks/ask-lines.ts";
import { askText, startAsk } from "../src/asks/ask-state.ts";
import { plainText } from "../src/text/style.ts";
import { contextOf, textOf, widest } from "./support/context.ts";
import { conversationOf } from "./support/events.ts";

/** A permission request for a command with this many words. */
function asking(words: number) {
  const conversation = conversationOf([
    { type: "run_started" },
    {
      type: "permission_request",
      requestId: "p",
      toolName: "Bash",
      input: { command: Array.from({ length: words }, (_, at) => `word${at}`).join(" ") },
      options: [
        { optionId: "a", name: "Allow", kind: "allow_once" },
        { optionId: "s", name: "Allow for this session", kind: "allow_session" },
        { optionId: "r", name: "Reject", kind: "reject_once" },
      ],
    },
  ]);
  const entry = conversation.main.entries.slice().find((each) => "askId" in each);
  if (entry === undefined || !("askId" in entry)) throw new Error("there is no ask");
  return { conversation, entry };
}

test("[S18] [W3] an ask fits windows of every size: all options are visible, and hidden lines are counted", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 24, max: 120 }),
      fc.integer({ min: 12, max: 40 }),
      fc.integer({ min: 1, max: 600 }),
      fc.nat(3),
      (width, rows, words, behind) => {
        const { conversation, entry } = asking(words);
        const view: AskView = { entry, state: startAsk(entry), behind, projectRoot: null, isReady: true };
        const { lines } = askPicture(view, contextOf(width, conversation), rows);
        expect(lines.length).toBeLessThanOrEqual(rows);
        expect(widest(lines)).toBeLessThanOrEqual(width);
        const text = lines.map((line) => plainText(line).trim()).join(" ");
        for (const choice of ["Allow", "Allow for this session", "Reject", "Reject with note…"])
          expect(text).toContain(choice);
        const joined = text.replaceAll(" ", "");
        const isWhole = joined.includes(Array.from({ length: words }, (_, at) => `word${at}`).join(""));
        expect(/⚠ \d+ more lines? hidden\. Ctrl\+O shows all/.test(text)).toBe(!isWhole);
      },
    ),
  );
});

test("[S18] [W3] a long note fits the window, with the cursor at its end", () => {
  const { conversation, entry } = asking(200);
  const begun = askText(entry, startAsk(entry), "4")?.state ?? startAsk(entry);
  const state = askText(entry, begun, "note ".repeat(200))?.state ?? begun;
  const view: AskView = { entry, state, behind: 1, projectRoot: null, isReady: true };
  const { lines, cursor } = askPicture(view, contextOf(39, conversation), 17);
  expect(lines.length).toBeLessThanOrEqual(17);
  expect(cursor === null ? "" : textOf(lines.slice(cursor.row, cursor.row + 1))).toMatch(/note$/);
});

test("[S18] a long command hides neither its end nor the fields next to it", () => {
  const input = { command: `${"echo a && ".repeat(300)}rm -rf /`, dangerouslyDisableSandbox: true };
  const options = [{ optionId: "a", name: "Allow", kind: "allow_once" }];
  const conversation = conversationOf([
    { type: "run_started" },
    { type: "permission_request", requestId: "p", toolName: "Bash", input, options },
  ]);
  const entry = conversation.main.entries.slice().find((each) => "askId" in each);
  if (entry === undefined || !("askId" in entry)) throw new Error("there is no ask");
  const view = { entry, state: startAsk(entry), behind: 0, projectRoot: "/code/shop", isReady: true };
  const text = textOf(askPicture(view, contextOf(80, conversation), 14).lines);
  expect(text).toContain("$ echo a && echo a");
  expect(text).toMatch(/⚠ \d+ more lines hidden\. Ctrl\+O shows all/);
  expect(text).toContain("rm -rf /\n");
  expect(text).toContain("in /code/shop\n  dangerouslyDisableSandbox: true");
});
