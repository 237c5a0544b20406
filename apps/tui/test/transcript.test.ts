import { type Conversation, emptyConversation, fold, foldAll, Vector } from "@polylog/core";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { limits } from "../src/limits.ts";
import { markdownLines } from "../src/render/markdown/markdown.ts";
import { Transcript } from "../src/render/transcript.ts";
import { createEncoder } from "../src/terminal/encode.ts";
import { Screen } from "../src/terminal/screen.ts";
import type { Line } from "../src/text/style.ts";
import { contextOf, textOf } from "./support/context.ts";
import { conversationOf, eventsOf, everything, markdown } from "./support/events.ts";
import { Headless } from "./support/headless.ts";

/** Everything written while following the conversation through these states. */
function writtenBy(states: readonly Conversation[], width = 80): string {
  const transcript = new Transcript();
  const lines: Line[] = [];
  for (const conversation of states) {
    transcript.follow(conversation);
    lines.push(...transcript.advance(contextOf(width, conversation), Number.MAX_SAFE_INTEGER));
  }
  return textOf(lines);
}

function statesOf(bodies: Parameters<typeof eventsOf>[0]): Conversation[] {
  let conversation = emptyConversation;
  return eventsOf(bodies).map((event) => {
    conversation = fold(conversation, event);
    return conversation;
  });
}

function streamed(text: string, size: number): Parameters<typeof eventsOf>[0] {
  const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => ({
    type: "text_delta",
    responseId: "r1",
    offset: at * size,
    delta: text.slice(at * size, at * size + size),
  }));
  return [
    { type: "user_message", text: "go" },
    { type: "run_started" },
    ...deltas,
    { type: "text_done", responseId: "r1", text },
    { type: "run_ended", outcome: "completed" },
  ];
}

test("[W2] following event by event writes the same as opening the session later", () => {
  const states = statesOf(everything);
  expect(writtenBy(states)).toBe(writtenBy([states.at(-1) as Conversation]));
});

test("[W1] a frame only reads new pieces, however long the text before them is", () => {
  const paragraph = "Some words of a paragraph.\n\n";
  const states = statesOf(streamed(paragraph.repeat(600), paragraph.length));
  const transcript = new Transcript();
  const slice = vi.spyOn(Vector.prototype, "slice");
  const get = vi.spyOn(Vector.prototype, "get");
  const costs = states.map((conversation) => {
    slice.mockClear();
    get.mockClear();
    transcript.follow(conversation);
    transcript.advance(contextOf(80, conversation));
    const copied = slice.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
    return copied + get.mock.calls.length;
  });
  vi.restoreAllMocks();
  const streaming = costs.slice(10, 600);
  expect(Math.max(...streaming)).toBeLessThan(20);
});

const markdownParts = fc.constantFrom(
  "# head\n\n",
  "para one\nline two\n\n",
  "- a\n- b\n\n",
  "```js\nlet x;\n\ny();\n```\n",
  "| a | b |\n|--|--|\n| 1 | 2 |\n\n",
  "> quote\n\n",
  "***\n",
  "word ",
  "\n",
  "1. x\n\n   y\n",
);

test("[W1] [W2] [D3] any text in any pieces: each block is written once, with the lines of the complete text", () => {
  fc.assert(
    fc.property(
      fc.array(markdownParts, { maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      (parts, size) => {
        const states = statesOf(streamed(parts.join(""), size));
        expect(writtenBy(states)).toBe(writtenBy([states.at(-1) as Conversation]));
      },
    ),
    { numRuns: 200 },
  );
});

test("[W1] complete blocks of a text are written before it ends", () => {
  const states = statesOf(streamed("One.\n\nTwo.\n\nThree.", 4));
  const open = states.slice(0, -2);
  expect(writtenBy(open)).toBe("\n› go\n\n● One.\n\n  Two.");
});

const items = fc.array(
  fc.constantFrom(
    "one",
    "two words",
    "`code` here",
    "with\n  - nested\n  - more",
    "a\n  ```js\n  - no item\n  ```",
  ),
  { minLength: 1, maxLength: 9 },
);

test("[D3] [W4] a growing list looks the same as when it settles", () => {
  fc.assert(
    fc.property(items, fc.boolean(), fc.constantFrom("- ", "* ", "1. "), (list, loose, marker) => {
      const inner = " ".repeat(marker.length);
      const text = list
        .map((item, at) => `${marker.replace("1", String(at + 1))}${item.replaceAll("\n  ", `\n${inner}`)}`)
        .join(loose ? "\n\n" : "\n");
      // A list of one item is neither loose nor tight; a loose list shows it from the second item on.
      const states = statesOf(streamed(text, 7)).slice(0, -2);
      const transcript = new Transcript();
      for (const conversation of states) {
        transcript.follow(conversation);
        transcript.advance(contextOf(80, conversation));
      }
      const last = contextOf(80, states.at(-1));
      const live = textOf(transcript.live(last, 500));
      expect(live).toBe(
        `\n${textOf(markdownLines(text, { ...last, width: 78 }))
          .replace(/^/gm, "  ")
          .replace(/^ {2}/, "● ")
          .replace(/^ +$/gm, "")}`,
      );
    }),
    { numRuns: 200 },
  );
});

test("[W3] the end of a live text that does not fit is shown", () => {
  const text = Array.from({ length: 40 }, (_, at) => `line ${at}  `).join("\n");
  const conversation = statesOf(streamed(text, 30)).at(-3) as Conversation;
  const transcript = new Transcript();
  transcript.follow(conversation);
  transcript.advance(contextOf(80, conversation));
  const lines = transcript.live(contextOf(80, conversation), 6);
  expect(textOf(lines)).toBe(
    "… the rest is shown when it is complete\n  line 35\n  line 36\n  line 37\n  line 38\n  line 39",
  );
});

test("[W6] after a rewind, the conversation continues below a notice", () => {
  const said = (text: string) => ({ type: "user_message", text });
  const before = conversationOf([said("one"), said("two"), said("three")]);
  const after = foldAll(
    emptyConversation,
    eventsOf([said("one"), { ...said("other"), rev: 1 }]).map((event) => ({
      ...event,
      rev: 1,
      ts: event.seq === 1 ? event.ts : event.ts + 1,
    })),
  );
  expect(writtenBy([before, after])).toBe(
    "\n› one\n\n› two\n\n› three\n\n⚠ Rewound: the following entries replace the last ones above.\n\n› other",
  );
});

test("[W7] a long history is counted, not written", () => {
  const many = conversationOf(
    Array.from({ length: limits.openingGroups + 30 }, (_, at) => ({
      type: "user_message",
      text: `message ${at}`,
    })),
  );
  const written = writtenBy([many]);
  expect(written.split("\n")[0]).toBe("… 30 earlier entries hidden. Ctrl+O shows all");
  expect(written).not.toContain("message 29\n");
  expect(written).toContain("› message 30\n");
});

test("[W2] a text whose gap is filled at its end is written again below a notice", () => {
  const states = statesOf([
    { type: "run_started" },
    { type: "text_delta", responseId: "r", offset: 0, delta: "One.\n\nTwo.\n\n" },
    { type: "text_delta", responseId: "r", offset: 30, delta: "Four.\n\nFive" },
    { type: "text_done", responseId: "r", text: "One.\n\nTwo, and\n\nmore of it.\n\nFour.\n\nFive" },
  ]);
  expect(writtenBy(states)).toContain("Part of the text above was missing. Full text:");
});

test("[W8] streaming text writes at most 8 bytes per byte, even in a long conversation", () => {
  const text = `${markdown}\n\n`.repeat(6);
  const encoder = createEncoder({ colors: true, effects: true, links: true });
  const bytes = [100, 1000].map((messages) => {
    const past = Array.from({ length: messages }, (_, at) => ({
      type: "user_message",
      text: `message ${at}`,
    }));
    const headless = new Headless(120, 40);
    const screen = new Screen(120, {
      write: headless.write,
      encoder,
      reflows: true,
      synchronized: true,
      shifts: true,
    });
    const transcript = new Transcript();
    let conversation = conversationOf(past);
    const draw = () => {
      const context = contextOf(119, conversation);
      transcript.follow(conversation);
      const settled = transcript.advance(context, Number.MAX_SAFE_INTEGER);
      const live = [
        ...transcript.live(context, 34),
        [],
        [{ text: "› ", style: {} }],
        [{ text: "demo", style: {} }],
      ];
      screen.draw({ settled, live, cursor: { row: live.length - 2, column: 2 } });
    };
    draw();
    headless.written = "";
    for (const event of eventsOf([...past, ...streamed(text, 12)]).slice(messages)) {
      conversation = fold(conversation, event);
      draw();
    }
    return Buffer.byteLength(headless.written);
  });
  const own = Buffer.byteLength(text);
  expect(Math.max(...bytes) / own).toBeLessThanOrEqual(8);
  expect((bytes[1] as number) / (bytes[0] as number)).toBeLessThanOrEqual(1.2);
});
