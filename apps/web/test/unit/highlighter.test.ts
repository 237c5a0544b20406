import { expect, test } from "vitest";
import { tokenize } from "../../src/markdown/highlighter.ts";

const always = () => true;

test("a comment goes on wherever the reading of the code paused", async () => {
  const code = ["const a = 1; /* begins", ...Array.from({ length: 45 }, (_, at) => `line ${at}`), "*/ a;"];
  const lines = await tokenize(code.join("\n"), "ts", always);
  expect(lines?.slice(1, -1)).toEqual(code.slice(1, -1).map((text) => [{ text, kind: "comment" }]));
  expect(lines?.at(-1)?.[0]).toEqual({ text: "*/", kind: "comment" });
});

test("neighbours differ in kind, and no character is lost", async () => {
  const code = Array.from(
    { length: 30 },
    (_, at) => `export const f${at} = (x: number) => x + "${at}"; // ${at}`,
  );
  const lines = (await tokenize(code.join("\r\n"), "typescript", always)) ?? [];
  expect(lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(code);
  expect(lines.filter((line) => line.some(({ kind }, at) => at > 0 && line[at - 1]?.kind === kind))).toEqual(
    [],
  );
});

test("an unknown language stays plain, and so does what nobody waits for", async () => {
  expect(await tokenize("a", "no-such-language", always)).toBeNull();
  expect(await tokenize("const a = 1;", "ts", () => false)).toBeNull();
});
