import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const chars = 512 * 1024;
const main = fileURLToPath(new URL("./long-stream-main.ts", import.meta.url));

test.each([
  ["[CL19]", "claude", "tool_input_delta"],
  ["[CX18]", "codex", "tool_output_delta"],
  ["[PI18]", "pi", "tool_input_delta"],
])("%s a text in tiny pieces uses little more memory than the text itself (%s)", (_, program, type) => {
  const args = ["--expose-gc", main, program, String(chars)];
  const printed = execFileSync(process.execPath, args, { encoding: "utf8" });
  const { grown, ...rest } = JSON.parse(printed) as { grown: number };
  expect(rest).toEqual({ told: { text_delta: chars, [type]: chars }, isHeld: true });
  expect(grown).toBeLessThan(3 * chars);
});
