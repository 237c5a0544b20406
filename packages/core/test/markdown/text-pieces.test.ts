import { describe, expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import {
  endPieces,
  type FencePiece,
  fenceBody,
  growPieces,
  startPieces,
} from "../../src/markdown/text-pieces.ts";

function split(...chunks: string[]) {
  return endPieces(chunks.reduce(growPieces, startPieces())).pieces.slice();
}

/** The kinds and texts of a text's pieces. */
function kinds(text: string): [string, string][] {
  return split(text).map((piece) => [piece.kind, piece.text]);
}

describe("blocks", () => {
  test.each<[string, string, [string, string][]]>([
    [
      "paragraphs end at a blank line",
      "one\ntwo\n\n\nthree",
      [
        ["paragraph", "one\ntwo\n\n"],
        ["paragraph", "\nthree"],
      ],
    ],
    [
      "headings end with their line",
      "# One\n## Two\ntext",
      [
        ["heading", "# One\n"],
        ["heading", "## Two\n"],
        ["paragraph", "text"],
      ],
    ],
    ["a hash without a space is text", "#one\n", [["paragraph", "#one\n"]]],
    [
      "underlined headings",
      "One\n===\nTwo\nlines\n---\nx",
      [
        ["heading", "One\n===\n"],
        ["heading", "Two\nlines\n---\n"],
        ["paragraph", "x"],
      ],
    ],
    [
      "rules",
      "---\n* * *\ntext\n***\n",
      [
        ["rule", "---\n"],
        ["rule", "* * *\n"],
        ["paragraph", "text\n"],
        ["rule", "***\n"],
      ],
    ],
    [
      "a heading breaks a paragraph",
      "text\n# One\n",
      [
        ["paragraph", "text\n"],
        ["heading", "# One\n"],
      ],
    ],
    [
      "a fence breaks a paragraph",
      "text\n```\ncode\n```\n",
      [
        ["paragraph", "text\n"],
        ["fence", "```\ncode\n```\n"],
      ],
    ],
    [
      "a list breaks a paragraph",
      "text\n- a\n",
      [
        ["paragraph", "text\n"],
        ["list", "- a\n"],
      ],
    ],
    [
      "a number in the middle of a paragraph is text",
      "in\n1986. A year\n",
      [["paragraph", "in\n1986. A year\n"]],
    ],
    [
      "quotes, with lazy lines",
      "> a\n> b\nc\n\n> d\n",
      [
        ["quote", "> a\n> b\nc\n\n"],
        ["quote", "> d\n"],
      ],
    ],
    [
      "a heading ends a quote",
      "> a\n# b\n",
      [
        ["quote", "> a\n"],
        ["heading", "# b\n"],
      ],
    ],
    [
      "indented code spans blank lines",
      "    a\n\n    b\ntext",
      [
        ["code", "    a\n\n    b\n"],
        ["paragraph", "text"],
      ],
    ],
    [
      "tables",
      "a | b\n--|--\n1 | 2\n\ntext",
      [
        ["table", "a | b\n--|--\n1 | 2\n\n"],
        ["paragraph", "text"],
      ],
    ],
    [
      "a table's header is the last line before its delimiter row",
      "text\n| a | b |\n|:-|-:|\n",
      [
        ["paragraph", "text\n"],
        ["table", "| a | b |\n|:-|-:|\n"],
      ],
    ],
    [
      "a delimiter row with another number of cells makes no table",
      "a | b | c\n--|--\n",
      [["paragraph", "a | b | c\n--|--\n"]],
    ],
    ["an escaped bar separates no cells", "a \\| b\n--|--\n", [["paragraph", "a \\| b\n--|--\n"]]],
    [
      "HTML ends at a blank line",
      "<div>\n*a*\n\n</div>\ntext\n\nx",
      [
        ["html", "<div>\n*a*\n\n"],
        ["html", "</div>\ntext\n\n"],
        ["paragraph", "x"],
      ],
    ],
    [
      "a comment ends at its end marker",
      "<!-- a\n\nb -->\ntext",
      [
        ["html", "<!-- a\n\nb -->\n"],
        ["paragraph", "text"],
      ],
    ],
    [
      "a tag inside a line is text",
      "so <b>this</b>\n\nx",
      [
        ["paragraph", "so <b>this</b>\n\n"],
        ["paragraph", "x"],
      ],
    ],
    [
      "Windows line ends",
      "# One\r\n\r\ntwo\r\n\r\n```\r\nx\r\n```\r\n",
      [
        ["heading", "# One\r\n"],
        ["paragraph", "\r\ntwo\r\n\r\n"],
        ["fence", "```\r\nx\r\n```\r\n"],
      ],
    ],
  ])("[V3] %s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test.each<[string, string, [string, string][]]>([
    [
      "items",
      "- a\n- b\n\ntext",
      [
        ["list", "- a\n- b\n\n"],
        ["paragraph", "text"],
      ],
    ],
    ["blank lines between items", "- a\n\n- b\n\n\n- c\n", [["list", "- a\n\n- b\n\n\n- c\n"]]],
    [
      "indented text after a blank line",
      "1. a\n\n   more\n\n2. b\n",
      [["list", "1. a\n\n   more\n\n2. b\n"]],
    ],
    [
      "a fence inside an item",
      "- a\n  ```js\n  x\n\n  # y\n  ```\n- b\n",
      [["list", "- a\n  ```js\n  x\n\n  # y\n  ```\n- b\n"]],
    ],
    ["items inside items", "- a\n  - b\n\n    c\n- d\n", [["list", "- a\n  - b\n\n    c\n- d\n"]]],
    ["lazy lines", "- a\nlazy\n- b\n", [["list", "- a\nlazy\n- b\n"]]],
    [
      "another marker begins another list",
      "- a\n* b\n1. c\n",
      [
        ["list", "- a\n"],
        ["list", "* b\n"],
        ["list", "1. c\n"],
      ],
    ],
    [
      "a fence at the margin ends it",
      "1. a\n```\nx\n```\n2. b\n",
      [
        ["list", "1. a\n"],
        ["fence", "```\nx\n```\n"],
        ["list", "2. b\n"],
      ],
    ],
    [
      "a heading ends it",
      "- a\n\n# b\n",
      [
        ["list", "- a\n\n"],
        ["heading", "# b\n"],
      ],
    ],
    [
      "a rule of its own marker ends it",
      "* a\n* * *\n* b\n",
      [
        ["list", "* a\n"],
        ["rule", "* * *\n"],
        ["list", "* b\n"],
      ],
    ],
    ["tabs", "-\ta\n\n\tmore\n", [["list", "-\ta\n\n\tmore\n"]]],
  ])("[V5] a list continues: %s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test("[V2] a piece that may still grow is not finished", () => {
    const finished = (text: string) =>
      growPieces(startPieces(), text)
        .pieces.slice()
        .map((piece) => piece.text);
    expect(finished("one\n")).toEqual([]);
    expect(finished("one\n\n")).toEqual(["one\n\n"]);
    expect(finished("# one")).toEqual([]);
    expect(finished("# one\n")).toEqual(["# one\n"]);
    expect(finished("- a\n\n")).toEqual([]);
    expect(finished("- a\n\nb")).toEqual([]);
    expect(finished("- a\n\nb\n")).toEqual(["- a\n\n"]);
    expect(finished("```\na\n```")).toEqual([]);
    expect(finished("```\na\n```\n")).toEqual(["```\na\n```\n"]);
  });
});

describe("fences", () => {
  const fence = (text: string, more: Partial<FencePiece> = {}): FencePiece => ({
    kind: "fence",
    start: 0,
    text,
    language: null,
    indent: 0,
    continued: false,
    open: false,
    ...more,
  });

  test.each([
    ["a blank line does not end it", "```\na\n\n# b\n- c\n```\n"],
    ["a shorter fence does not close it", "````\n```\n````\n"],
    ["a longer one does", "```\na\n`````\n"],
    ["the other marker does not close it", "~~~\n```\n~~~\n"],
    ["a closing fence has no words", "```\n``` js\n```\n"],
    ["a closing fence may be indented a little, but not more", "```\n    ```\n   ```\n"],
  ])("[V4] %s", (_, text) => {
    expect(split(text)).toEqual([fence(text)]);
  });

  test("[V4] it has a language and an indentation", () => {
    expect(split('  ~~~ts title="a.ts"\n  a\n  ~~~\n')).toEqual([
      fence('  ~~~ts title="a.ts"\n  a\n  ~~~\n', { language: "ts", indent: 2 }),
    ]);
  });

  test("[V4] backticks in its info string make it text", () => {
    expect(kinds("```a`b\n")).toEqual([["paragraph", "```a`b\n"]]);
  });

  test("[V4] an unclosed fence extends to the end", () => {
    expect(split("```js\na\n\nb")).toEqual([fence("```js\na\n\nb", { language: "js", open: true })]);
  });

  const code = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join("");

  test("[V6] a long fence settles step by step", () => {
    const first = `\`\`\`js\n${code(limits.fenceLines)}`;
    const second = code(limits.fenceLines, limits.fenceLines);
    const third = `${code(1, 2 * limits.fenceLines)}\`\`\`\n`;
    const pieces = [
      fence(first, { language: "js", open: true }),
      fence(second, { language: "js", open: true, continued: true, start: first.length }),
      fence(third, { language: "js", continued: true, start: first.length + second.length }),
    ];
    expect(split(first, second, third, "text")).toEqual([
      ...pieces,
      { kind: "paragraph", start: (first + second + third).length, text: "text" },
    ]);
    expect(`${pieces.map(fenceBody).join("\n")}\n`).toBe(code(2 * limits.fenceLines + 1));
  });

  test("[V6] its end is never alone in a piece", () => {
    const text = `\`\`\`\n${code(limits.fenceLines)}\`\`\`\n`;
    expect(split(text)).toEqual([fence(text)]);
  });

  test.each([
    ["\n\n```js\na\n  b\n```\n", "a\n  b"],
    ["  ```\n  a\n b\n    c\n  ```\n", "a\nb\n  c"],
    ["```\n```\n", ""],
    ["```", ""],
    ["```\na\n\n", "a\n"],
    ["```\na", "a"],
  ])("[V4] the code of %j is %j", (text, body) => {
    expect(fenceBody(split(text)[0] as FencePiece)).toBe(body);
  });
});
