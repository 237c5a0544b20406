import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { EventBody } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { codex } from "../conformance/programs/codex.ts";
import { permission } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { heard } from "../conformance/support/heard.ts";
import { signalIfAlive } from "../conformance/support/processes.ts";
import type { Program } from "../conformance/support/program.ts";
import type { Start } from "../conformance/support/scenario.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { tokensOfRuns } from "../conformance/support/tokens-of-runs.ts";

async function openBench(start: Partial<Start> = {}, program: Program = codex): Promise<TestBench> {
  const bench = await TestBench.open(program, start);
  onTestFinished(() => bench.remove());
  return bench;
}

/** The same with a changed configuration. */
function codexWith(
  change: (config: string, models: string) => { config?: string; models?: string },
): Program {
  return {
    ...codex,
    setUp: async (place) => {
      const settings = await codex.setUp(place);
      const files = {
        config: path.join(place.home, ".codex/config.toml"),
        models: path.join(place.home, "models.json"),
      };
      const changed = change(await readFile(files.config, "utf8"), await readFile(files.models, "utf8"));
      if (changed.config !== undefined) await writeFile(files.config, changed.config);
      if (changed.models !== undefined) await writeFile(files.models, changed.models);
      return settings;
    },
  };
}

/** How the newest models of Codex start and wait for subagents. */
const newer = codexWith((config, models) => ({
  config: config.replace("[features]", "[features]\nmulti_agent_v2 = true"),
  models: models.replaceAll('"multi_agent_version":"v1"', '"multi_agent_version":"v2"'),
}));

test("[CX9] both kinds of subagents are shown the same way, including permissions inside them", async () => {
  const bench = await openBench({}, newer);
  await bench.play("[[subagent Go. [[shell touch made.txt]] [[say Made.]]]] [[say Thanks.]]");
  const faults = await bench.finish();
  expect({ shape: shapeOf(newer, bench.conversation()), faults }).toEqual({
    shape: ["user", "subagent ok", "  shell ok", "  agent: Made.", "agent: Thanks.", "= completed"],
    faults: [],
  });
});

test("[CX8] a cancel stops the run's subagents and their commands, and their later events are dropped", async () => {
  const bench = await openBench();
  const runId = await bench.prompt(
    "[[subagent Go. [[shell sleep 62]] [[say Not reached.]]]] [[say Not either.]]",
  );
  const ask = await bench.until((event) => event.type === "permission_request");
  if (ask.type === "permission_request") await bench.answer(permission("allow_once")(ask));
  await bench.until(
    (event) => event.type === "agent_status" && event.runId !== runId && event.status === "working",
  );
  await bench.cancel(runId);
  await bench.ended(runId);
  await bench.play("[[say Still here.]]");
  const running = await bench.runsOn("sleep 62");
  const faults = await bench.finish();
  expect({ running, faults, tail: shapeOf(codex, bench.conversation()).slice(-3) }).toEqual({
    running: false,
    faults: [],
    tail: ["user", "agent: Still here.", "= completed"],
  });
});

test("[CX8] a program that does not stop is terminated, the run is cancelled, and the next one resumes the session", async () => {
  const bench = await openBench();
  await bench.play("My word is marzipan. [[say I keep it.]]");
  const runId = await bench.prompt("[[words 400 50]]");
  await bench.until((event) => event.type === "text_delta");
  for (const pid of bench.processes()) signalIfAlive(pid, "SIGSTOP");
  await Promise.all([bench.cancel(runId), bench.ended(runId)]);
  await bench.play("[[say Here again.]]");
  const faults = await bench.finish();
  const remembers = heard(bench, "marzipan", "Here again.");
  expect({ shape: shapeOf(codex, bench.conversation()).slice(3), faults, remembers }).toEqual({
    shape: ["user", "agent: …", "= cancelled", "user", "agent: Here again.", "= completed"],
    faults: [],
    remembers: true,
  });
});

test("[CX5] rejecting with stop ends the run as cancelled", async () => {
  const bench = await openBench();
  await bench.play("[[shell touch made.txt]] [[say Not reached.]]", (ask) => {
    if (ask.type !== "permission_request") throw new Error("Expected only a permission request.");
    const option = ask.options.find(({ optionId }) => optionId === "reject_stop") ?? null;
    return { kind: "permission", askId: ask.requestId, option, note: null };
  });
  const faults = await bench.finish();
  expect({ shape: shapeOf(codex, bench.conversation()), faults }).toEqual({
    shape: ["user", "shell denied", "= cancelled"],
    faults: [],
  });
});

test("[CX5] an MCP tool that is allowed for the session asks again, because Codex keeps no rule", async () => {
  const bench = await openBench({ mcp: true });
  const call = '[[tool echo {"text":"ping"}]]';
  await bench.play(`${call} ${call} [[say Echoed.]]`, permission("allow_session"));
  const faults = await bench.finish();
  const asked = bench.events().filter(({ type }) => type === "permission_request").length;
  expect({ shape: shapeOf(codex, bench.conversation()), asked, faults }).toEqual({
    shape: ["user", "mcp ok", "mcp ok", "agent: Echoed.", "= completed"],
    asked: 2,
    faults: [],
  });
});

test("[CX12] the first turn has the tools of a slow MCP server", async () => {
  const slow: Program = {
    ...codex,
    setUp: async (place) => {
      const settings = await codex.setUp(place);
      const { command, args } = place.mcpServer ?? { command: "", args: [] };
      const server = { command: "/bin/sh", args: ["-c", 'sleep 2; exec "$0" "$@"', command, ...args] };
      return { ...settings, options: { mcp_servers: { conformance: server } } };
    },
  };
  const bench = await openBench({ mcp: true }, slow);
  await bench.play('[[tool echo {"text":"ping"}]] [[say Echoed.]]');
  const faults = await bench.finish();
  expect({ shape: shapeOf(codex, bench.conversation()), faults }).toEqual({
    shape: ["user", "mcp ok", "agent: Echoed.", "= completed"],
    faults: [],
  });
});

test("[CX4] a background command does not delay its run's end, and ends with the program", async () => {
  const bench = await openBench();
  await bench.play('[[tool exec_command {"cmd":"sleep 63","yield_time_ms":250}]] [[say It runs.]]');
  await bench.play("[[say And on.]]");
  const running = bench.isRunning("sleep 63");
  const faults = await bench.finish();
  expect({ running, shape: shapeOf(codex, bench.conversation()), faults }).toEqual({
    running: true,
    shape: ["user", "shell ok", "agent: It runs.", "= completed", "user", "agent: And on.", "= completed"],
    faults: [],
  });
});

test("[CX6] a run that only writes text reads a message in the same run", async () => {
  const bench = await openBench();
  // The text must last until the message arrives, even on a busy machine.
  const runId = await bench.prompt("[[words 200 20]]");
  await bench.until((event) => event.type === "text_delta");
  await bench.steer(runId, "And: [[say I heard you.]]");
  await bench.ended(runId);
  const faults = await bench.finish();
  const shape = shapeOf(codex, bench.conversation());
  // The end of the earlier text may arrive after the message.
  const heard = expect.stringMatching(/^agent: .*I heard you\.$/);
  expect({ first: shape[0], rest: shape.slice(2), faults }).toEqual({
    first: "user",
    rest: ["user (steered)", heard, "= completed"],
    faults: [],
  });
});

test("[CX3] a text whose stream was interrupted is shown once", async () => {
  const bench = await openBench();
  await bench.play("[[words 20 10 ++ cut 1]] [[say Not reached.]]");
  await bench.play("[[words 20 10]]");
  const faults = await bench.finish();
  const [, first, , , second] = shapeOf(codex, bench.conversation());
  expect({ isSame: first === second, faults }).toEqual({ isSame: true, faults: [] });
});

test("[CX10] each run reports its own usage, also after a restart", async () => {
  expect(await tokensOfRuns(await openBench())).toEqual([[[100, 10]], [[200, 20]], [[400, 40]]]);
});

test("[CX11] a warning that the program repeats at each start is reported once", async () => {
  const bench = await openBench();
  await bench.play("[[say One.]]");
  await bench.stop();
  await bench.play("[[say Two.]]");
  await bench.finish();
  const texts = bench.events().flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect(texts).toEqual([...new Set(texts)]);
});

test("[CX11] the thread is compacted on request, and continues", async () => {
  const bench = await openBench();
  await bench.play("My word is marzipan. [[say I keep it.]]");
  await bench.play("/compact");
  await bench.play("[[say Still here.]]");
  const faults = await bench.finish();
  const summed = bench.events().flatMap((event) => (event.type === "compaction" ? [event.trigger] : []));
  expect({ shape: shapeOf(codex, bench.conversation()).slice(3), summed, faults }).toEqual({
    shape: ["user", "= completed", "user", "agent: Still here.", "= completed"],
    summed: ["manual"],
    faults: [],
  });
});

test("[CX13] a thread that the program has lost is replaced by a new one, with a notice", async () => {
  const bench = await openBench();
  bench.resume("00000000-0000-7000-8000-000000000000");
  await bench.play("[[say From the beginning.]]");
  const faults = await bench.finish();
  expect({ shape: shapeOf(codex, bench.conversation()), codes: noticeCodes(bench.events()), faults }).toEqual(
    {
      shape: ["user", "agent: From the beginning.", "= completed"],
      codes: ["session_lost"],
      faults: [],
    },
  );
});

test.each([
  [
    "that is not logged in",
    (config: string) => config.replace(/^model_provider = .*$/m, ""),
    "not_logged_in",
  ],
  ["with a broken configuration", (config: string) => `${config}\nmodel = = 7\n`, "thread_refused"],
])("[CX13] a program %s fails its run with a reason", async (_, change, code) => {
  const bench = await openBench(
    {},
    codexWith((config) => ({ config: change(config) })),
  );
  await bench.play("[[say Not reached.]]");
  const end = bench.events().find((event) => event.type === "run_ended");
  expect(end?.type === "run_ended" ? [end.outcome, end.error?.code] : null).toEqual(["failed", code]);
});

test("[CX8] a run that still waits for its servers can be cancelled", async () => {
  const never: Program = {
    ...codex,
    setUp: async (place) => ({
      ...(await codex.setUp(place)),
      options: { mcp_servers: { never: { command: "/bin/sleep", args: ["64"] } } },
    }),
  };
  const bench = await openBench({}, never);
  await bench.connect();
  const prompted = bench.prompt("[[say Not reached.]]");
  // The agent has received it by then, and waits.
  await setImmediate();
  await bench.cancel("run1");
  await Promise.all([prompted, bench.ended("run1")]);
  const faults = await bench.finish();
  expect({ shape: shapeOf(codex, bench.conversation()), faults }).toEqual({
    shape: ["user", "= cancelled"],
    faults: [],
  });
});

test("[CX12] a configured key and URL need no login, and are not stored", async () => {
  const program: Program = {
    ...codex,
    setUp: async (place) => {
      const { env = {}, ...settings } = await codex.setUp(place);
      await writeFile(
        path.join(env.CODEX_HOME ?? "", "config.toml"),
        "features = { plugins = false, apps = false }\n",
      );
      return { ...settings, env, baseUrl: `${place.modelUrl}/v1`, apiKey: "any-key-will-do" };
    },
  };
  const bench = await openBench({}, program);
  await bench.play("[[say Hello.]]");
  const faults = await bench.finish();
  const { env = {} } = await bench.settings();
  const login = await readFile(path.join(env.CODEX_HOME ?? "", "auth.json"), "utf8").catch(() => null);
  expect({ shape: shapeOf(codex, bench.conversation()), login, faults }).toEqual({
    shape: ["user", "agent: Hello.", "= completed"],
    login: null,
    faults: [],
  });
});

function noticeCodes(events: readonly EventBody[]): string[] {
  return events.flatMap((event) => (event.type === "notice" && event.code !== undefined ? [event.code] : []));
}
