import fc from "fast-check";
import { expect, test } from "vitest";
import type { Line } from "../../src/process/split-lines.ts";
import { LineSplitter } from "../../src/process/split-lines.ts";

function split(chunks: readonly Buffer[], lineBytes?: number, cutLineBytes?: number): Line[] {
  const splitter = new LineSplitter(lineBytes, cutLineBytes);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

function whole(text: string): Line {
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

test("a line ends only at a newline", () => {
  const text = 'a\r\n\n{"b":"\u2028\u2029\u0085\v\f"}\nc\rd\r\r\nlast';
  expect(split([Buffer.from(text)])).toEqual([
    whole("a"),
    whole(""),
    whole('{"b":"\u2028\u2029\u0085\v\f"}'),
    whole("c\rd\r"),
    whole("last"),
  ]);
});

test("a stream that ends with a newline has no empty last line, and an empty stream has no lines", () => {
  expect(split([Buffer.from("a\n")])).toEqual([whole("a")]);
  expect(split([])).toEqual([]);
  expect(split([Buffer.alloc(0)])).toEqual([]);
});

test("characters that are split across chunks stay intact; invalid UTF-8 becomes U+FFFD", () => {
  const bytes = Buffer.from("é€😀\n");
  const single = [...bytes].map((byte) => Buffer.of(byte));
  expect(split(single)).toEqual([whole("é€😀")]);
  expect(split([Buffer.of(0x61, 0xff, 0xe2, 0x82, 0x0a)])).toEqual([
    { text: "a\ufffd\ufffd", bytes: 4, truncated: false },
  ]);
});

test("a line over the limit is truncated at a character, and the next line is complete", () => {
  const text = `${"x".repeat(6)}€${"y".repeat(20)}\r\nnext\n`;
  for (const size of [1, 3, 100]) {
    expect(split(chunksOf(Buffer.from(text), size), 16, 8)).toEqual([
      { text: "xxxxxx", bytes: 29, truncated: true },
      whole("next"),
    ]);
  }
});

test("a line of exactly the limit is complete", () => {
  const line = "x".repeat(16);
  expect(split([Buffer.from(`${line}\n${line}y\n`)], 16, 8)).toEqual([
    whole(line),
    { text: "x".repeat(8), bytes: 17, truncated: true },
  ]);
});

test("the lines do not depend on the chunks", () => {
  const byte = fc.oneof(
    fc.constantFrom(0x0a, 0x0d, 0x61, 0xe2, 0x80, 0xa8, 0xf0, 0x9f, 0x98),
    fc.integer({ min: 0, max: 255 }),
  );
  const bytes = fc.array(byte, { maxLength: 120 }).map((values) => Buffer.from(values));
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(bytes, sizes, fc.integer({ min: 1, max: 24 }), (stream, chunkSizes, bound) => {
      expect(split(chunksOf(stream, ...chunkSizes), bound, 8)).toEqual(split([stream], bound, 8));
      expect(split(chunksOf(stream, ...chunkSizes)).map(({ text }) => text)).toEqual(reference(stream));
    }),
    { numRuns: 2000 },
  );
});

test("a line of 200 MB uses less than 64 MB [R22]", () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const splitter = new LineSplitter();
  const before = process.memoryUsage.rss();
  let most = before;
  for (let written = 0; written < 200 * 1024 * 1024; written += chunk.length) {
    expect(splitter.push(chunk)).toEqual([]);
    most = Math.max(most, process.memoryUsage.rss());
  }
  const [cut, next, ...rest] = splitter.push(Buffer.from("\nnext\n"));
  expect(most - before).toBeLessThan(64 * 1024 * 1024);
  expect(cut).toEqual({ text: "x".repeat(64 * 1024), bytes: 200 * 1024 * 1024, truncated: true });
  expect([next, ...rest]).toEqual([whole("next")]);
});

function chunksOf(bytes: Buffer, ...sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + (sizes[turn % sizes.length] as number);
    // A copy, like chunks from a pipe: the splitter must not rely on the buffer staying unchanged.
    chunks.push(Buffer.from(bytes.subarray(start, end)));
    start = end;
  }
  return chunks;
}

/** A reference implementation that splits all bytes at once. */
function reference(bytes: Buffer): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push(bytes.subarray(start, end).toString("utf8").replace(/\r$/, ""));
    start = end + 1;
  }
  return lines;
}
