import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { piSessions } from "../../src/pi/native-sessions.ts";
import { pi } from "../conformance/programs/pi.ts";
import { choose } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Program } from "../conformance/support/program.ts";
import type { Start } from "../conformance/support/scenario.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { bodiesOf } from "../native-store/bodies.ts";

/** The user's own extension: commands that ask questions and send a message later, and a check that may take long. */
const extension = `import { existsSync, watch } from "node:fs";
export default function (pi) {
  pi.on("input", async ({ text }) => {
    if (!text.includes("when checked.txt exists")) return { action: "continue" };
    const watcher = watch(".");
    await new Promise((resolve) => {
      const look = () => existsSync("checked.txt") && resolve();
      watcher.on("change", look);
      look();
    });
    watcher.close();
    return { action: "continue" };
  });
  pi.registerCommand("ask", { handler: async (_, { ui }) => {
    const colour = await ui.select("Which?", ["Red", "Blue"]);
    const sure = await ui.confirm("Sure?", "It is for ever.");
    const name = await ui.input("Your name?");
    ui.notify(JSON.stringify({ colour, sure, name }));
  } });
  pi.registerCommand("later", { handler: async () => {
    setTimeout(() => pi.sendUserMessage("[[say I am back.]]"), 50);
  } });
}`;

const extended: Program = {
  ...pi,
  setUp: async (place) => {
    const folder = path.join(place.home, ".pi/agent/extensions");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "own.js"), extension);
    return pi.setUp(place);
  },
};

async function openBench(program: Program = pi, start: Partial<Start> = {}): Promise<TestBench> {
  const bench = await TestBench.open(program, start);
  onTestFinished(() => bench.remove());
  return bench;
}

function texts(bench: TestBench, type: "notice" | "backend_raw"): unknown[] {
  return bench.events().flatMap((event) => (event.type === type && "text" in event ? [event.text] : []));
}

test("[PI8] dialogs of extensions become questions, and a command that starts no work ends its run", async () => {
  const bench = await openBench(extended);
  const answers = ["Blue", "Yes", "Ada"];
  await bench.play("/ask", (ask) => choose(answers.shift() ?? "")(ask));
  const faults = await bench.finish();
  const shape = shapeOf(pi, bench.conversation());
  expect({ shape, faults, said: texts(bench, "notice") }).toEqual({
    shape: [
      "user",
      "question: Which? Blue",
      "question: Sure?\n\nIt is for ever. Yes",
      "question: Your name? Ada",
      "= completed",
    ],
    faults: [],
    said: ['{"colour":"Blue","sure":true,"name":"Ada"}'],
  });
});

test("[PI9] a cancel answers open dialogs, so that the command ends", async () => {
  const bench = await openBench(extended);
  const runId = await bench.prompt("/ask");
  await bench.until((event) => event.type === "ask_user");
  await bench.cancel(runId);
  await bench.ended(runId);
  await bench.play("[[say Still here.]]");
  const faults = await bench.finish();
  expect({ shape: shapeOf(pi, bench.conversation()).slice(-4), faults }).toEqual({
    shape: ["= cancelled", "user", "agent: Still here.", "= completed"],
    faults: [],
  });
});

test("[PI7] work that an extension starts is a separate run, and a prompt waits for it", async () => {
  const bench = await openBench(extended);
  await bench.play("/later");
  await bench.until((event) => event.type === "run_started");
  await bench.play("[[say And now you.]]");
  const faults = await bench.finish();
  expect({ shape: shapeOf(pi, bench.conversation()), faults }).toEqual({
    shape: [
      "user",
      "= completed",
      "user",
      "agent: I am back.",
      "= completed",
      "agent: And now you.",
      "= completed",
    ],
    faults: [],
  });
});

/** Keeps almost nothing when it compacts. */
const forgetful: Program = {
  ...pi,
  setUp: async (place) => {
    const settings = await pi.setUp(place);
    const file = path.join(place.home, ".pi/agent/settings.json");
    await writeFile(file, JSON.stringify({ compaction: { enabled: true, keepRecentTokens: 1 } }));
    return settings;
  },
};

test("[PI5] /compact compacts the conversation, and reports a failure", async () => {
  const bench = await openBench(forgetful);
  await bench.play("/compact");
  await bench.play("[[say One.]]");
  await bench.play("[[say Two.]]");
  await bench.play("/compact keep the numbers");
  const faults = await bench.finish();
  const told = bench.events().flatMap((event) => {
    if (event.type === "compaction") return [`compaction: ${event.trigger}`];
    return event.type === "run_ended" ? [event.error?.code ?? event.outcome] : [];
  });
  expect({ told, faults }).toEqual({
    told: ["compaction_failed", "completed", "completed", "compaction: manual", "completed"],
    faults: [],
  });
});

test("[PI10] plan mode blocks changes and commands without asking", async () => {
  const bench = await openBench(pi, { permissionMode: "plan" });
  await bench.writeFile("a.txt", "one\n");
  await bench.play("[[read a.txt]] [[shell touch made.txt]] [[say I would touch it.]]");
  const faults = await bench.finish();
  const asked = bench.events().filter(({ type }) => type === "permission_request").length;
  const codes = bench.events().flatMap((event) => (event.type === "tool_result" ? [event.error?.code] : []));
  expect({ asked, codes, made: await bench.readFile("made.txt"), faults }).toEqual({
    asked: 0,
    codes: [undefined, "plan_mode"],
    made: null,
    faults: [],
  });
});

test("[PI10] reading outside the project requires permission", async () => {
  const bench = await openBench();
  await bench.writeFile("a.txt", "one\n");
  await bench.play("[[read a.txt]] [[read /etc/hostname]] [[say Read.]]");
  const faults = await bench.finish();
  const asked = bench.events().flatMap((event) => (event.type === "permission_request" ? [event.input] : []));
  expect({ asked, faults }).toEqual({ asked: [{ path: "/etc/hostname" }], faults: [] });
});

test("[PI10] without the permission extension, Pi is not run", async () => {
  const bench = await openBench({
    ...pi,
    setUp: async (place) => {
      const unguarded = path.join(place.home, "unguarded");
      const shift = 'shift 4; exec "$0.real" --mode rpc "$@"';
      await writeFile(unguarded, `#!/bin/sh\n${shift.replace("$0.real", place.command)}\n`);
      await chmod(unguarded, 0o755);
      return { ...(await pi.setUp(place)), command: unguarded };
    },
  });
  await bench.play("[[shell touch made.txt]]");
  const faults = await bench.finish();
  const [end] = bench.events().flatMap((event) => (event.type === "run_ended" ? [event.error?.code] : []));
  expect({ end, made: await bench.readFile("made.txt"), faults }).toEqual({
    end: "extension_not_loaded",
    made: null,
    faults: [],
  });
});

test("[PI11] a message that is too late for its run is rejected, and not kept for the next one", async () => {
  const bench = await openBench();
  const runId = await bench.prompt("[[say Short.]]");
  const connection = await bench.connect();
  await bench.until((event) => event.type === "text_done");
  const late = connection.steer({ runId, text: "marzipan", images: [] }).then(
    () => "heard",
    () => "refused",
  );
  await bench.ended(runId);
  const outcome = await late;
  await bench.play("[[say Next.]]");
  const times = JSON.stringify(bench.requests().at(-1)?.body).split("marzipan").length - 1;
  const faults = await bench.finish();
  expect({ times, faults }).toEqual({ times: outcome === "heard" ? 1 : 0, faults: [] });
});

test("[PI11] a message that Pi still checks when its run is canceled is not taken for read, and not kept for the next run", async () => {
  const bench = await openBench(extended);
  const runId = await bench.prompt("[[words 400 50]]");
  const connection = await bench.connect();
  await bench.until((event) => event.type === "text_delta");
  const message = { runId, text: "marzipan, when checked.txt exists", images: [] };
  // It is rejected if Pi takes it after the run has ended.
  const steered = connection.steer(message).then(
    () => connection.unread?.(runId),
    () => [message],
  );
  const cancelled = bench.cancel(runId);
  await bench.writeFile("checked.txt", "");
  await Promise.all([cancelled, bench.ended(runId)]);
  const unread = await steered;
  await bench.play("[[say Next.]]");
  const isKept = JSON.stringify(bench.requests().at(-1)?.body).includes("marzipan");
  const faults = await bench.finish();
  expect({ unread, isKept, faults }).toEqual({ unread: [message], isKept: false, faults: [] });
});

test("[PI12] a session that Pi has lost is replaced by a new one, with a notice", async () => {
  const bench = await openBench();
  bench.resume("00000000-0000-4000-8000-000000000000");
  await bench.play("[[say From the beginning.]]");
  const faults = await bench.finish();
  const notices = bench.events().flatMap((event) => (event.type === "notice" ? [event.code] : []));
  expect({ shape: shapeOf(pi, bench.conversation()), notices, faults }).toEqual({
    shape: ["user", "agent: From the beginning.", "= completed"],
    notices: ["session_lost"],
    faults: [],
  });
});

test("[PI14] a session from Pi's own store gives the same conversation as the live one", async () => {
  const bench = await openBench();
  await bench.play("Look. [[think Hm. ++ say I look. ++ shell echo hi]] [[say Done.]]");
  await bench.play("[[shell exit 3]] [[say It failed.]]");
  const connection = await bench.connect();
  const nativeId = connection.nativeSessionId ?? "";
  await bench.stop();
  const place = { projectRoot: bench.projectRoot, agentId: "agent", settings: await bench.settings() };
  const listed = await piSessions.list(place);
  const log = new TestLog();
  for (const event of bodiesOf(await piSessions.read(nativeId, place))) log.append(event);
  expect({
    listed: listed.map(({ nativeId: id, title }) => ({ id, title })),
    shape: shapeOf(pi, log.conversation),
    faults: log.faults(),
  }).toEqual({
    listed: [{ id: nativeId, title: "Look. [[think Hm. ++ say I look. ++ shell echo hi]] [[say Done.]]" }],
    shape: shapeOf(pi, bench.conversation()),
    faults: [],
  });
});
