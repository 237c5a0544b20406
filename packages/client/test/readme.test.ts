import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Bench } from "./open-client.ts";

const bench = new Bench();
const folder = fileURLToPath(new URL("..", import.meta.url));

const example = readFileSync(`${folder}/examples/run.ts`, "utf8");

/** Runs a program as a user would, and returns its output. It has to exit without being stopped. */
function run(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ["examples/run.ts", "What does this project do?"], {
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

test("the README shows the example, which has at most 20 lines", () => {
  const readme = readFileSync(`${folder}/README.md`, "utf8");
  expect(/```ts\n(.*?)```/s.exec(readme)?.[1]).toBe(example);
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(20);
});

test("the example allows every permission, prints the text and exits", async () => {
  const { server } = bench;
  const speaker = { agentId: "demo", runId: "run-1" };
  const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
  server.override = ({ path }) => {
    if (path !== "/api/permission-response") return undefined;
    server.log.append(
      "s1",
      { ...speaker, type: "permission_response", requestId: "p", optionId: "yes" },
      { ...speaker, type: "text_done", responseId: "r1", text: "It folds logs." },
      { ...speaker, type: "run_ended", outcome: "completed" },
    );
    return { status: 200, body: { ok: true } };
  };
  const asked = server
    .step("sent /api/chat")
    .then(() =>
      server.log.append(
        "s1",
        { ...speaker, type: "run_started" },
        { ...speaker, type: "text_delta", responseId: "r1", offset: 0, delta: "It folds " },
        { ...speaker, type: "permission_request", requestId: "p", toolName: "Bash", options },
      ),
    );
  const printed = await run({ POLYLOG_URL: server.url, POLYLOG_TOKEN: "t" });
  await asked;
  expect(printed).toBe("It folds logs.\ncompleted, $0.00\nexit 0");
});
