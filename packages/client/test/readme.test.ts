import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Bench } from "./open-client.ts";

const bench = new Bench();
const folder = fileURLToPath(new URL("..", import.meta.url));

function example(): string {
  const readme = readFileSync(`${folder}/README.md`, "utf8");
  return /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
}

/** Runs a program as a user would, and gives what it printed. It has to end by itself. */
function run(program: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += String(text);
  });
  child.stderr.on("data", (text) => {
    output += String(text);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(`${output}exit ${code}`)));
}

test("the example of the README has fewer than 20 lines and works", async () => {
  expect(example().trim().split("\n").length).toBeLessThan(20);
  const speaker = { agentId: "demo", runId: "run-1" };
  const talk = bench.server
    .step("sent /api/chat")
    .then(() =>
      bench.server.log.append(
        "s1",
        { ...speaker, type: "run_started" },
        { ...speaker, type: "text_delta", responseId: "r1", offset: 0, delta: "It folds " },
        { ...speaker, type: "text_done", responseId: "r1", text: "It folds logs." },
        { ...speaker, type: "run_ended", outcome: "completed" },
      ),
    );
  const printed = await run(example(), { POLYLOG_URL: bench.server.url, POLYLOG_TOKEN: "t" });
  await talk;
  expect(printed).toBe("user: What does this project do?\nassistant: It folds logs.\nexit 0");
});
