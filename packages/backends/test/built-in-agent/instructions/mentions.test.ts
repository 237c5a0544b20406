import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../src/built-in-agent/instructions/limits.ts";
import { temporaryFolder } from "../../node-program.ts";
import { folderWith, load } from "./folders.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");

const files = {
  "src/a.ts": "export const a = 1;\n",
  "with space.md": "Spaced",
  "fences.md": "```\ncode\n````",
  "dir/one.txt": "1",
  "dir/sub/two.txt": "2",
  "image.png": png,
  "data.bin": Buffer.from([1, 0, 2]),
  "empty.txt": "",
  "(odd).txt": "odd",
};

const attached = (name: string, content: string, fence = "```") =>
  `Attached: ${name}\n${fence}\n${content}${fence}`;

test.each([
  ["@src/a.ts", [attached("src/a.ts", files["src/a.ts"])]],
  ["Look at @src/a.ts, (@src/a.ts) and @./src/a.ts.", [attached("src/a.ts", files["src/a.ts"])]],
  ['See @"with space.md"!', [attached("with space.md", "Spaced\n")]],
  ["@fences.md", [attached("fences.md", "```\ncode\n````\n", "`````")]],
  ["@dir/", [attached("dir", "one.txt\nsub/\n")]],
  ["@dir", [attached("dir", "one.txt\nsub/\n")]],
  ["@empty.txt?", [attached("empty.txt", "")]],
  ["@(odd).txt", [attached("(odd).txt", "odd\n")]],
  [
    "first @dir/one.txt\nthen @dir/sub/two.txt",
    [attached("dir/one.txt", "1\n"), attached("dir/sub/two.txt", "2\n")],
  ],
])("[IN10] mentioned files are attached: %s", async (text, blocks) => {
  const { expand } = await load(files);
  expect(await expand(text)).toEqual({ text: [text, ...blocks].join("\n\n"), images: [], notices: [] });
});

test("[IN10] images are attached as images, and other binary files are reported", async () => {
  const { expand } = await load(files);
  expect(await expand("@image.png and @data.bin")).toEqual({
    text: "@image.png and @data.bin",
    images: [{ mediaType: "image/png", data: png.toString("base64"), name: "image.png" }],
    notices: ["data.bin was not attached: it is neither text nor an image."],
  });
});

test("[IN10] a command's text and its arguments may mention files", async () => {
  const { expand } = await load({ ...files, ".polylog/commands/look.md": "Compare @dir/one.txt with $1" });
  const { text } = await expand("/look @dir/sub/two.txt");
  expect(text).toBe(
    [
      "Compare @dir/one.txt with @dir/sub/two.txt",
      attached("dir/one.txt", "1\n"),
      attached("dir/sub/two.txt", "2\n"),
    ].join("\n\n"),
  );
});

test.each([
  "Write to someone@src/a.ts or a.b@dir",
  "@Component({}) class A {} // @Injectable() @param {x} y",
  "import x from '@scope/package'",
  "@missing.ts and @src/missing.ts and @ and @. and @@src/a.ts",
  "```\n@src/a.ts\n```",
  "~~~ts\n@src/a.ts\n~~~",
  "````\n```\n@src/a.ts\n````",
  "```\n@src/a.ts",
  "in `@src/a.ts` and ``a ` @src/a.ts``",
  "@/etc/passwd @~/.bashrc",
])("[IN12] other text is left alone: %s", async (text) => {
  const { expand } = await load(files);
  expect(await expand(text)).toEqual({ text, images: [], notices: [] });
});

test("[IN12] a mention after code counts, and a single backtick is not code", async () => {
  const { expand } = await load(files);
  const block = attached("src/a.ts", files["src/a.ts"]);
  for (const text of ["```\nx\n```\n@src/a.ts", "`x` @src/a.ts", "a ` @src/a.ts `` b"]) {
    expect((await expand(text)).text).toBe(`${text}\n\n${block}`);
  }
});

test("[IN12] nothing outside the project is attached, whether it exists or not", async () => {
  const outside = folderWith({ "secret.txt": "SECRET" });
  const project = folderWith(files);
  symlinkSync(outside, path.join(project, "link"));
  const { expand } = await load(project);
  const inside = path.basename(outside);
  const text = `@../${inside}/secret.txt @../${inside}/missing.txt @link/secret.txt @${outside}/secret.txt`;
  const refused = (name: string) => `${name} was not attached: it is outside the project.`;
  expect(await expand(text)).toEqual({
    text,
    images: [],
    notices: [
      refused(`../${inside}/secret.txt`),
      refused(`../${inside}/missing.txt`),
      refused("link/secret.txt"),
    ],
  });
});

test("[IN12] a pipe in a project does not block", async () => {
  const project = temporaryFolder();
  execFileSync("/usr/bin/mkfifo", [path.join(project, "pipe"), path.join(project, "AGENTS.md")]);
  const { expand, notices } = await load(project);
  expect(notices).toEqual(["AGENTS.md was skipped. AGENTS.md is not a regular file."]);
  expect((await expand("@pipe")).notices).toEqual(["pipe was not attached: it cannot be read."]);
});

test("[IN13] attachments are bounded, and truncation is reported", async () => {
  const many = Object.fromEntries(
    Array.from({ length: limits.folderEntries + 5 }, (_, index) => [`many/f${1000 + index}`, ""]),
  );
  const long = "x".repeat(limits.attachedChars + 1);
  const { expand } = await load({
    ...many,
    "long.txt": long,
    "huge.png": Buffer.concat([png, Buffer.alloc(limits.imageBytes)]),
  });
  const one = await expand("@long.txt @huge.png");
  expect(one).toEqual({
    text: `@long.txt @huge.png\n\nAttached: long.txt (beginning only)\n\`\`\`\n${"x".repeat(limits.attachedChars)}\n\`\`\``,
    images: [],
    notices: [
      `long.txt is too long: only its first ${limits.attachedChars} characters were attached.`,
      `huge.png was not attached: the image has ${limits.imageBytes + png.length} bytes, and the limit is ${limits.imageBytes}.`,
    ],
  });
  expect((await expand("@many/")).text).toMatch(/\nf1199\nand 5 more\n```$/);
  const names = Object.keys(many).slice(0, limits.attachments + 1);
  const { notices } = await expand(names.map((name) => `@${name}`).join(" "));
  expect(notices).toEqual([
    `many/f1032 was not attached: a message can have ${limits.attachments} attachments.`,
  ]);
});

test("[IN11] a text without mentions is never changed", async () => {
  const { expand } = await load(files);
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom(
      "@",
      "`",
      "```",
      "\n",
      "~~~",
      "/",
      '"',
      " ",
      "src",
      ".",
      "@src/b.ts",
      "a@b.c",
      "$1",
      "@/x",
    ),
  );
  const free = fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => pieces.join(""))
    .filter((text) => !/@"?(\.|src\/?|dir|empty|image|data|fences|with|\()|\.\./.test(text));
  await fc.assert(
    fc.asyncProperty(free, async (text) => {
      expect((await expand(text)).text).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("[IN11] the user's text always comes first and unchanged", async () => {
  const { expand } = await load(files);
  const piece = fc.constantFrom(
    "@src/a.ts",
    "@dir/",
    '@"with space.md"',
    "`",
    "\n```\n",
    " ",
    ".",
    "x",
    "@",
    "../",
  );
  const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect((await expand(text)).text.startsWith(text)).toBe(true);
    }),
  );
});
