import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { claude } from "../conformance/programs/claude.ts";
import { allow, isAsk, permission } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { fixtureFiles, type RecordedLine, readFixture } from "../record/fixture.ts";

/** Recordings of 2.1.197, played by a fake program, so that the backend meets an older version. */

const player = fileURLToPath(new URL("../record/player-main.ts", import.meta.url));

async function openBench(recording: string): Promise<TestBench> {
  const folder = await mkdtemp(path.join(tmpdir(), "polylog-older-"));
  const command = path.join(folder, "claude");
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${player}" "${recording}"\n`, {
    mode: 0o755,
  });
  const bench = await TestBench.open({ ...claude, command });
  onTestFinished(async () => {
    await bench.remove();
    await rm(folder, { recursive: true, force: true });
  });
  return bench;
}

const recorded = (name: string) => fixtureFiles("claude/old", name).lines;

test("[CL16] a message to a running agent becomes part of its run, which ends", async () => {
  const bench = await openBench(recorded("steer"));
  const runId = await bench.prompt("Go");
  const ask = await bench.until(isAsk);
  if (isAsk(ask)) await bench.answer(allow(ask));
  await bench.steer(runId, "By the way: marzipan.");
  await bench.ended(runId);
  expect({ shape: shapeOf(claude, bench.conversation()), faults: await bench.finish() }).toEqual({
    shape: ["user", "shell ok", "user (steered)", "agent: After the command.", "= completed"],
    faults: [],
  });
});

test("[CL17] a denied call is reported as denied, with the reason", async () => {
  const bench = await openBench(recorded("permission deny with a reason"));
  await bench.play("Go", permission("reject_once", "Not now"));
  const results = bench.events().filter(({ type }) => type === "tool_result");
  expect(results).toMatchObject([{ error: { code: "permission_denied", message: "Not now" } }]);
});

test("[CL16] a run that waits for the turn of a late message can be cancelled", async () => {
  const lines = readFixture("claude/old", "steer in text");
  const isEnd = ({ line }: RecordedLine) => (line as { type: string }).type === "result";
  const interrupted: RecordedLine[] = [
    { dir: "in", line: {} },
    {
      dir: "out",
      line: {
        type: "control_response",
        response: { subtype: "success", request_id: "polylog-2", response: {} },
      },
    },
  ];
  const folder = await mkdtemp(path.join(tmpdir(), "polylog-older-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "lines.jsonl");
  const played = [...lines.slice(0, lines.findIndex(isEnd) + 1), ...interrupted];
  await writeFile(file, played.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const bench = await openBench(file);
  const runId = await bench.prompt("Go");
  await bench.until(({ type }) => type === "text_delta");
  await bench.steer(runId, "And marzipan.");
  await bench.until(({ type }) => type === "context_usage");
  await bench.cancel(runId);
  const end = await bench.ended(runId);
  expect({ end: { ...end }, faults: await bench.finish() }).toEqual({
    end: { type: "run_ended", outcome: "cancelled", runId, agentId: "agent" },
    faults: [],
  });
});
