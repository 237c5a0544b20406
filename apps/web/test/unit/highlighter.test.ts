import { expect, test } from "vitest";
import { tokenize } from "../../src/markdown/highlighter.ts";

test("a comment can span many lines", async () => {
  const code = ["const a = 1; /* begins", ...Array.from({ length: 45 }, (_, at) => `line ${at}`), "*/ a;"];
  const lines = await tokenize(code.join("\n"), "ts");
  expect(lines?.slice(1, -1)).toEqual(code.slice(1, -1).map((text) => [{ text, kind: "comment" }]));
  expect(lines?.at(-1)?.[0]).toEqual({ text: "*/", kind: "comment" });
});

test("adjacent pieces differ in kind, and no character is lost", async () => {
  const code = Array.from(
    { length: 30 },
    (_, at) => `export const f${at} = (x: number) => x + "${at}"; // ${at}`,
  );
  const lines = (await tokenize(code.join("\r\n"), "typescript")) ?? [];
  expect(lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(code);
  expect(lines.filter((line) => line.some(({ kind }, at) => at > 0 && line[at - 1]?.kind === kind))).toEqual(
    [],
  );
});

test("an unknown language stays plain", async () => {
  expect(await tokenize("a", "no-such-language")).toBeNull();
});
