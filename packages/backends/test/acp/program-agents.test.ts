import type { EventBody } from "@polylog/core";
import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import { permission } from "../conformance/support/answers.ts";
import type { Ask } from "../conformance/support/scenario.ts";
import { PuppetBench } from "./puppet.ts";
import { chunk } from "./translate/updates.ts";

/** Extensions of the protocol by single agents, played by the puppet on the wire. */

const line = (method: string, params: object, id?: number) => ({
  line: JSON.stringify({ jsonrpc: "2.0", ...defined({ id }), method, params }),
});
const notify = (name: string, params: object) =>
  line(`qwen/notify/session/${name}`, { v: 1, sessionId: "puppet-1", ...params });

test("[AC25] Qwen Code's extra notifications are translated or dropped, and end no run", async () => {
  const puppet = await PuppetBench.open();
  await puppet.play([
    notify("mode-update", { currentModeId: "default" }),
    notify("title-update", { title: "A title" }),
    notify("prompt-suggestion", { suggestion: "Go on" }),
    { request: ["craft/drainMidTurnQueue", {}] },
    { say: "Done." },
  ]);
  const { title } = puppet.bench.conversation();
  expect({ title, answers: await puppet.answers(), ...(await puppet.finish()) }).toEqual({
    title: "A title",
    answers: [{ messages: [], hasQueuedPrompt: false }],
    shape: ["user", "agent: Done.", "= completed"],
    faults: [],
  });
});

test("[AC25] a message to an active run is passed to an agent that fetches messages", async () => {
  const puppet = await PuppetBench.open({ initialize: { agentInfo: { name: "qwen-code", version: "1" } } });
  const toolCall = { toolCallId: "t", kind: "edit", title: "Edit" };
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const runId = await puppet.prompt([
    { request: ["session/request_permission", { toolCall, options }] },
    { request: ["craft/drainMidTurnQueue", { todoStopGuardWatchQueuedPrompt: true }] },
    { say: "Done." },
  ]);
  const ask = await puppet.bench.until(({ type }) => type === "permission_request");
  await puppet.bench.steer(runId, "And this.");
  await puppet.bench.answer(permission("reject_once")(ask as Ask));
  await puppet.bench.ended(runId);
  expect({ answers: (await puppet.answers()).slice(1), ...(await puppet.finish()) }).toEqual({
    answers: [{ messages: ["And this."], hasQueuedPrompt: false }],
    shape: ["user", "edit denied", "user (steered)", "agent: Done.", "= completed"],
    faults: [],
  });
});

test("[AC25] an agent that ends its turn receives waiting messages as the run's next turn", async () => {
  const puppet = await PuppetBench.open();
  const toolCall = { toolCallId: "t", kind: "edit", title: "Edit" };
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const runId = await puppet.prompt([
    { request: ["session/request_permission", { toolCall, options }] },
    { request: ["craft/drainMidTurnQueue", {}] },
  ]);
  const ask = await puppet.bench.until(({ type }) => type === "permission_request");
  await puppet.bench.answer(permission("reject_once", JSON.stringify([{ say: "I hear." }]))(ask as Ask));
  await puppet.bench.ended(runId);
  expect({ answers: (await puppet.answers()).slice(1), ...(await puppet.finish()) }).toEqual({
    answers: [{ messages: [], hasQueuedPrompt: false }],
    shape: ["user", "edit denied", "agent: I hear.", "= completed"],
    faults: [],
  });
});

const origin = { "_claude/origin": { kind: "task-notification" } };
const over = { sessionUpdate: "usage_update", used: 1, size: 2, _meta: origin };
const isOwnEnd = (event: EventBody) => event.type === "run_ended" && event.runId.endsWith("-1");

test("[AC20] an unprompted turn is one run, and ends when the agent reports it", async () => {
  const puppet = await PuppetBench.open();
  const words = ["The ", "build ", "is ", "done."].map((text) => chunk(text, "m"));
  await puppet.play([{ say: "It builds." }, { later: [...words, over] }]);
  await puppet.bench.until(isOwnEnd);
  await puppet.play([{ say: "Yes?" }]);
  expect(await puppet.finish()).toEqual({
    shape: [
      ...["user", "agent: It builds.", "= completed", "agent: The build is done.", "= completed"],
      ...["user", "agent: Yes?", "= completed"],
    ],
    faults: [],
  });
});

test("[AC20] a prompt or a cancel ends an unprompted turn whose end the agent has not reported", async () => {
  const puppet = await PuppetBench.open();
  const later = [chunk("It is done.", "m")];
  const begun = (event: EventBody) => event.type === "run_started" && event.trigger === "callback";
  await puppet.play([{ say: "One." }, { later }]);
  await puppet.bench.until(begun);
  await puppet.play([{ say: "Two." }, { later }]);
  const own = await puppet.bench.until(begun);
  await puppet.bench.cancel("runId" in own ? (own.runId ?? "") : "");
  expect(await puppet.finish()).toEqual({
    shape: [
      ...["user", "agent: One.", "= completed", "agent: It is done.", "= completed"],
      ...["user", "agent: Two.", "= completed", "agent: …", "= cancelled"],
    ],
    faults: [],
  });
});

test("[AC21] Kimi Code can save its session when it is closed", async () => {
  const puppet = await PuppetBench.open({
    initialize: { agentInfo: { name: "Kimi Code CLI", version: "2.1.0" } },
  });
  await puppet.play([{ say: "Hello." }]);
  await puppet.bench.stop();
  expect((await puppet.heard()).at(-1)).toBe("saved");
});
