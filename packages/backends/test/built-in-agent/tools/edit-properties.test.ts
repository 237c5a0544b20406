import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../../src/built-in-agent/tools/files/apply-edits.ts";
import { readText, writeText } from "../../../src/built-in-agent/tools/files/text-file.ts";
import { newBench } from "./bench.ts";

const piece = fc.constantFrom("a", "b", "aa", " ", "\n", "\n\n", "é", "😀", "$&", "\\", "\t", "x".repeat(50));
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

/** A file with uniform line endings, in which an old part between two markers is replaced by a new one. */
const change = fc.record({
  before: text,
  old: text,
  fresh: text,
  after: text,
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
});

test("[T4] an edit and its reverse restore the file byte for byte, including line endings and byte order mark", async () => {
  const { run, root } = await newBench();
  const file = path.join(root, "file");
  await fc.assert(
    fc.asyncProperty(change, async ({ before, old, fresh, after, lineEnd, mark }) => {
      fc.pre(old !== fresh);
      const whole = (middle: string) =>
        `${mark}${`${before}<<${middle}>>${after}\n`.replaceAll("\n", lineEnd)}`;
      writeFileSync(file, whole(old));
      await run("Read", { file_path: "file" });
      const [one, other] = [`<<${old}>>`, `<<${fresh}>>`];
      await run("Edit", { file_path: "file", old_string: one, new_string: other });
      expect(readFileSync(file, "utf8")).toBe(whole(fresh));
      await run("Edit", { file_path: "file", old_string: other, new_string: one });
      expect(readFileSync(file, "utf8")).toBe(whole(old));
    }),
    { numRuns: 60 },
  );
});

test("[T4] any text survives a round trip through a file, whatever its line endings", () => {
  const anyText = fc.array(fc.oneof(piece, fc.constantFrom("\r", "\r\n", "\uFEFF")), { maxLength: 30 });
  fc.assert(
    fc.property(anyText, (pieces) => {
      const bytes = Buffer.from(pieces.join(""));
      const file = readText(bytes);
      expect(file === null ? null : writeText(file, file.text)).toEqual(bytes);
    }),
  );
});

test("[T3] edits are applied in order or not at all", () => {
  const edit = fc.record({ oldText: text, newText: text, replaceAll: fc.boolean() });
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 4 }), (start, edits) => {
      const steps = edits.reduce<string | null>((current, one) => {
        if (current === null || one.oldText === one.newText || one.oldText === "") return null;
        const parts = current.split(one.oldText);
        return parts.length === 2 || (parts.length > 2 && one.replaceAll) ? parts.join(one.newText) : null;
      }, start);
      const made = applyEdits(start, edits);
      expect(made.ok ? made.text : null).toEqual(steps);
    }),
  );
});
