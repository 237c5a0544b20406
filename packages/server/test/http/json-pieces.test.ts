import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "../../src/http/json-pieces.ts";
import { limits } from "../../src/limits.ts";

async function piecesOf(value: unknown): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonPieces(value)) pieces.push(piece);
  return pieces;
}

test("the joined pieces of any value are its JSON", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      expect((await piecesOf(value)).join("")).toBe(JSON.stringify(value));
    }),
  );
});

test("undefined values are omitted, and toJSON is called", async () => {
  const value = { a: undefined, b: [undefined, new Date(0)], c: {}, d: { e: undefined }, f: [] };
  expect((await piecesOf(value)).join("")).toBe(JSON.stringify(value));
});

test("a large list comes in pieces, and other work runs in between", async () => {
  const value = { lanes: [{ entries: Array.from({ length: 1000 }, () => "x".repeat(1000)) }] };
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const pieces = await piecesOf(value);
  clearImmediate(timer);
  expect(pieces.join("")).toBe(JSON.stringify(value));
  expect(pieces.every(({ length }) => length < limits.http.pieceChars + 2000)).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
});
