import fc from "fast-check";
import { expect, test } from "vitest";
import { sleep } from "../../src/server/send-frames.ts";
import { splitPieces } from "../../src/write-response/pieces.ts";

test("[W9] pieces add up to the text, and none splits a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 8 }), (text, size) => {
      const pieces = splitPieces(text, size);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) {
        expect(piece.isWellFormed()).toBe(true);
        expect(piece.length).toBeLessThanOrEqual(size + 1);
      }
    }),
  );
});

test("[X8] a pause ends when the client disconnects", async () => {
  const leave = new AbortController();
  const paused = sleep(600_000, leave.signal);
  leave.abort();
  await expect(paused).resolves.toBeUndefined();
});
