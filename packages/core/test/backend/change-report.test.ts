import fc from "fast-check";
import { expect, test } from "vitest";
import { limitReport } from "../../src/backend/change-report.ts";
import type { ChangedFile } from "../../src/events/work.ts";
import { limits } from "../../src/limits.ts";

const rest = "\\ The rest is omitted.\n";
const line = fc.string({ maxLength: 9000, unit: "grapheme" });
const diff = fc.array(line, { maxLength: 6 }).map((lines) => lines.map((text) => `+${text}\n`).join(""));

test("a change report is limited: cut diffs are marked, and everything else is unchanged", () => {
  expect(limitReport([], 0)).toBe(null);
  fc.assert(
    fc.property(fc.array(diff, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (diffs, others) => {
      const files = diffs.map((text, at): ChangedFile => ({ path: `${at}`, status: "modified", diff: text }));
      const report = limitReport(files, others);
      const listed = report?.files ?? [];
      expect(listed.length + (report?.truncatedCount ?? 0)).toBe(files.length + others);
      expect(listed.length).toBe(Math.min(files.length, limits.reportFiles));
      for (const [at, { diff: shown = "" }] of listed.entries()) {
        const whole = diffs[at] ?? "";
        const isCut = whole.length > limits.reportDiffChars;
        if (!isCut) expect(shown).toBe(whole);
        else {
          expect(shown.length).toBeLessThanOrEqual(limits.reportDiffChars);
          expect(shown.endsWith(`\n${rest}`)).toBe(true);
          expect(whole.startsWith(shown.slice(0, -rest.length - 1))).toBe(true);
          expect(shown.isWellFormed() || !whole.isWellFormed()).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});
