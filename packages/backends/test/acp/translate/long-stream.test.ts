import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("[AC19] an answer and an output of a megabyte in tiny pieces take little more memory than their text", () => {
  const main = fileURLToPath(new URL("./long-stream-main.ts", import.meta.url));
  const printed = execFileSync(process.execPath, ["--max-old-space-size=32", main, "1"], {
    encoding: "utf8",
  });
  const [answer, output] = JSON.parse(printed) as [number, number];
  const megabyte = 1024 * 1024;
  for (const length of [answer, output]) expect(length - megabyte).toBeOneOf([0, 1, 2, 3, 4]);
});
