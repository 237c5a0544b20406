import fc from "fast-check";
import { expect, test } from "vitest";
import { ClientError } from "../src/index.ts";
import { readSse } from "../src/stream/read-sse.ts";
import type { SseMessage } from "../src/stream/sse-parser.ts";
import { SseParser } from "../src/stream/sse-parser.ts";

function parse(pieces: readonly string[], maxChars?: number): SseMessage[] {
  const messages: SseMessage[] = [];
  const parser = new SseParser((message) => messages.push(message), maxChars);
  for (const piece of pieces) parser.push(piece);
  return messages;
}

/** The standard, implemented as directly as possible: the whole text at once. */
function reference(text: string): SseMessage[] {
  const messages: SseMessage[] = [];
  let [event, data, lastEventId] = ["", null as string | null, ""];
  const lines = text.split(/\r\n|\n|\r/);
  lines.pop();
  for (const line of lines) {
    if (line === "") {
      if (data !== null) messages.push({ event: event || "message", data: data.slice(1), lastEventId });
      [event, data] = ["", null];
      continue;
    }
    const [, name = line, value = ""] = /^([^:]*):? ?(.*)$/su.exec(line) ?? [];
    if (line.startsWith(":")) continue;
    if (name === "data") data = `${data ?? ""}\n${value}`;
    if (name === "event") event = value;
    if (name === "id" && !value.includes("\0")) lastEventId = value;
  }
  return messages;
}

const token = fc.constantFrom(
  ..."\n,\r,\r\n,\n\n,data,data: ,data:,event: ,event:x,id: ,id,:,: comment,retry: 5,é,🙂,\0, ,{}, other: 1".split(
    ",",
  ),
  "\n",
  "\n",
);
const stream = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(""));

function cut<T extends { slice(from: number, to: number): T; readonly length: number }>(
  whole: T,
  places: number[],
): T[] {
  const borders = [
    0,
    ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b),
    whole.length,
  ];
  return borders.slice(1).map((border, index) => whole.slice(borders[index] as number, border));
}

test("any stream in arbitrary pieces is parsed as the standard requires", () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  fc.assert(
    fc.property(stream, places, (text, at) => {
      expect(parse(cut(text, at))).toEqual(reference(text));
      expect(parse([...text])).toEqual(reference(text));
    }),
    { numRuns: 2000 },
  );
});

test("bytes cut inside a character, preceded by a byte order mark", async () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(stream, places, async (text, at) => {
      const bytes = new TextEncoder().encode(`\uFEFF${text}`);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of cut(bytes, at)) controller.enqueue(piece);
          controller.close();
        },
      });
      const messages: SseMessage[] = [];
      const end = readSse(
        body,
        () => undefined,
        (message) => messages.push(message),
      );
      await expect(end).rejects.toThrow("The server ended the stream.");
      expect(messages).toEqual(reference(text));
    }),
    { numRuns: 300 },
  );
});

test("the standard, by example", () => {
  expect(parse(["data: YHOO\ndata: +2\ndata: 10\n\n"])).toEqual([
    { event: "message", data: "YHOO\n+2\n10", lastEventId: "" },
  ]);
  expect(parse([": test stream\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n"])).toEqual([
    { event: "message", data: "first", lastEventId: "1" },
    { event: "message", data: "second", lastEventId: "" },
    { event: "message", data: " third", lastEventId: "" },
  ]);
  expect(parse(["data\n\ndata\ndata\n\ndata:"])).toEqual([
    { event: "message", data: "", lastEventId: "" },
    { event: "message", data: "\n", lastEventId: "" },
  ]);
  expect(parse(["event: add\r", "\ndata: 7\r", "\r", "\ndata: 8\r\r"])).toEqual([
    { event: "add", data: "7", lastEventId: "" },
    { event: "message", data: "8", lastEventId: "" },
  ]);
  expect(parse(["id: 4\n\nid: 5\u0000\ndata: x\n\n"])).toEqual([
    { event: "message", data: "x", lastEventId: "4" },
  ]);
});

test("an event over the limit is an error; many small ones and comments are not", () => {
  expect(
    parse(
      Array.from({ length: 50 }, () => "data: 12345678\n\n"),
      20,
    ),
  ).toHaveLength(50);
  expect(
    parse([": a comment of more than twenty\n".slice(0, 18), "\n", ": again and again\n", "data: x\n\n"], 20),
  ).toHaveLength(1);
  const endless = () =>
    parse(
      Array.from({ length: 30 }, () => "data: never ends"),
      100,
    );
  expect(endless).toThrow(ClientError);
  expect(() => parse(["data: 1\n".repeat(30)], 100)).toThrow("longer than 100 characters");
});

test("a long event in small pieces costs no more than its length", () => {
  const piece = "x".repeat(100);
  // If every piece were parsed again, the test would never end.
  const pieces = ["data: ", ...Array.from({ length: 100_000 }, () => piece), "\n\n"];
  expect(parse(pieces)[0]?.data).toHaveLength(10_000_000);
});
