import { expect, test } from "vitest";
import { choose, decide, permission } from "../conformance/support/answers.ts";
import { PuppetBench } from "./puppet.ts";

/** Whole sessions with an agent that follows a script. */

const canResume = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
const canLoad = { agentCapabilities: { loadSession: true } };

function notices({ bench }: PuppetBench): unknown[] {
  return bench.events().flatMap((event) => (event.type === "notice" ? [event.code] : []));
}

async function asked(puppet: PuppetBench): Promise<string[]> {
  const heard = await puppet.heard();
  return heard
    .flatMap((entry) => Object.keys(entry as object))
    .filter((key) => /^(?:new|load|resume)$/.test(key));
}

async function twice(puppet: PuppetBench) {
  await puppet.bench.play("My word is marzipan.");
  await puppet.bench.stop();
  await puppet.bench.play("And now?");
  const { faults, shape } = await puppet.finish();
  return { asked: await asked(puppet), notices: notices(puppet), faults, shape };
}

const bothTold = [
  ...["user", "agent: You said: My word is marzipan.", "= completed"],
  ...["user", "agent: You said: And now?", "= completed"],
];

test("[AC7] a session is resumed if the agent supports it", async () => {
  const puppet = await PuppetBench.open({ initialize: canResume });
  expect(await twice(puppet)).toEqual({
    ...{ asked: ["new", "resume"], notices: [], faults: [], shape: bothTold },
  });
});

test("[AC7] otherwise it is loaded: the replay is not reported again, and is compared with the log", async () => {
  const words = (sessionUpdate: string, text: string) => ({ sessionUpdate, content: { type: "text", text } });
  const history = [
    words("user_message_chunk", "My word is marzipan."),
    words("agent_message_chunk", "You said: My word is marzipan."),
    { sessionUpdate: "tool_call", toolCallId: "old", title: "ls", status: "completed" },
  ];
  expect(await twice(await PuppetBench.open({ initialize: canLoad, history }))).toEqual({
    ...{ asked: ["new", "load"], notices: [], faults: [], shape: bothTold },
  });
  const late = await PuppetBench.open({ initialize: canLoad, history, loadsLate: true });
  expect(await twice(late)).toEqual({
    ...{ asked: ["new", "load"], notices: [], faults: [], shape: bothTold },
  });
  const other = [words("user_message_chunk", "Something else.")];
  expect(await twice(await PuppetBench.open({ initialize: canLoad, history: other }))).toEqual({
    ...{ asked: ["new", "load"], notices: ["history_differs"], faults: [], shape: bothTold },
  });
});

test("[AC7] otherwise a new session with its own ID starts, and a notice reports the lost memory", async () => {
  const initialize = { agentCapabilities: { ...canResume.agentCapabilities, ...canLoad.agentCapabilities } };
  const puppet = await PuppetBench.open({ initialize, forgets: true, sessionId: "another" });
  puppet.bench.resume("lost");
  await puppet.bench.play("Hello?");
  expect({ asked: await asked(puppet), notices: notices(puppet) }).toEqual({
    ...{ asked: ["resume", "load", "new"], notices: ["session_lost"] },
  });
  expect((await puppet.bench.connect()).nativeSessionId).toBe("another");
  expect(await puppet.finish()).toEqual({
    shape: ["user", "agent: You said: Hello?", "= completed"],
    faults: [],
  });
});

const asksToRun = [
  {
    request: [
      "session/request_permission",
      {
        toolCall: { toolCallId: "t", title: "ls", kind: "execute" },
        options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
      },
    ] as const,
  },
  { update: { sessionUpdate: "tool_call_update", toolCallId: "t", status: "completed" } },
];

test("[AC10] a message during a run is rejected if the agent does not accept it", async () => {
  const puppet = await PuppetBench.open();
  const runId = await puppet.prompt(asksToRun);
  const ask = await puppet.bench.until((event) => event.type === "permission_request");
  const connection = await puppet.bench.connect();
  const steered = connection.steer({ runId, text: "And another thing.", images: [] });
  await expect(steered).rejects.toThrow("does not accept messages during a run");
  expect(connection.canSteer).toBe(false);
  if (ask.type === "permission_request") await puppet.bench.answer(permission("allow_once")(ask));
  await puppet.bench.ended(runId);
  expect({ unread: connection.unread?.(runId), ...(await puppet.finish()) }).toEqual({
    unread: [],
    shape: ["user", "shell ok", "= completed"],
    faults: [],
  });
});

test("[AC10] messages that an agent had not fetched when its run was stopped are reported as unread", async () => {
  const puppet = await PuppetBench.open({ initialize: { agentInfo: { name: "qwen-code", version: "1" } } });
  const runId = await puppet.prompt(asksToRun);
  await puppet.bench.until((event) => event.type === "permission_request");
  const connection = await puppet.bench.connect();
  const message = { runId, text: "And another thing.", images: [] };
  await connection.steer(message);
  await connection.cancel(runId);
  await puppet.bench.ended(runId);
  expect([connection.canSteer, connection.unread?.(runId)]).toEqual([true, [message]]);
});

test("[AC5] options are chosen by kind, a dismissed ask is a denial, and the reason for a denial is passed on", async () => {
  const puppet = await PuppetBench.open();
  const options = [
    { optionId: "b", name: "Never", kind: "reject_always" },
    { optionId: "c", name: "No", kind: "reject_once" },
    { optionId: "a", name: "Yes", kind: "allow_once" },
    { optionId: "d", name: "Perhaps", kind: "perhaps" },
  ];
  const step = (toolCallId: string) => ({
    request: [
      "session/request_permission",
      { toolCall: { toolCallId, kind: "edit", title: "Edit" }, options },
    ] as const,
  });
  await puppet.play([step("one")], (ask) =>
    ask.type === "permission_request"
      ? { kind: "permission", askId: ask.requestId, option: null, note: null }
      : permission("allow_once")(ask),
  );
  await puppet.play([step("two")], permission("reject_always", "Leave it."));
  await puppet.play([step("three")], permission("allow_once"));
  const picked = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });
  expect({ answers: await puppet.answers(), ...(await puppet.finish()) }).toEqual({
    answers: [picked("c"), picked("c"), picked("a")],
    shape: [
      ...["user", "edit interrupted", "= completed"],
      ...["user", "edit denied", "agent: You said: Leave it.", "= completed"],
      ...["user", "edit interrupted", "= completed"],
    ],
    faults: [],
  });
});

test("[AC5] forms become questions, and answers are converted to the form's types", async () => {
  const puppet = await PuppetBench.open();
  const properties = {
    colour: {
      type: "string",
      title: "Colour",
      oneOf: [
        { const: "r", title: "Red" },
        { const: "b", title: "Blue" },
      ],
    },
    parts: { type: "array", title: "Parts", items: { enum: ["wheel", "door"] } },
    fast: { type: "boolean", title: "Fast?" },
    seats: { type: "integer", title: "Seats" },
    name: { type: "string", title: "Name" },
  };
  const form = { mode: "form", message: "A car", requestedSchema: { type: "object", properties } };
  await puppet.play([{ request: ["elicitation/create", form] }], choose("Blue", "wheel", "Yes", "4", "Ada"));
  await puppet.play(
    [{ request: ["elicitation/create", { mode: "form", message: "Sure?", requestedSchema: {} }] }],
    choose("No"),
  );
  await puppet.play([{ request: ["elicitation/create", { mode: "url", message: "Look", url: "http://x" }] }]);
  expect({ answers: await puppet.answers() }).toEqual({
    answers: [
      { action: "accept", content: { colour: "b", parts: ["wheel"], fast: true, seats: 4, name: "Ada" } },
      { action: "decline" },
      { action: "cancel" },
    ],
  });
  expect((await puppet.finish()).faults).toEqual([]);
});

test("[AC5] [AC6] a plan waits for approval; only planning is also one of our modes", async () => {
  const modes = {
    currentModeId: "auto",
    availableModes: [
      { id: "auto", name: "Auto" },
      { id: "default", name: "Manual" },
      { id: "plan", name: "Plan" },
    ],
  };
  const puppet = await PuppetBench.open({ session: { modes } }, {}, "plan");
  const toolCall = { toolCallId: "p", kind: "switch_mode", title: "Ready?", rawInput: { plan: "1. Think" } };
  const options = [
    { optionId: "all", name: "Yes, and all edits", kind: "allow_always" },
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  const present = { request: ["session/request_permission", { toolCall, options }] as const };
  const left = { update: { sessionUpdate: "current_mode_update", currentModeId: "default" } };
  await puppet.play([present], decide("reject"));
  await puppet.play([present, left, { say: "On it." }], decide("approve"));
  const changes = puppet.bench
    .events()
    .flatMap((event) => (event.type === "mode_change" ? [[event.modeId, event.permissionMode]] : []));
  await (await puppet.bench.connect()).setMode("full");
  await (await puppet.bench.connect()).setMode("plan");
  const heard = (await puppet.heard()).filter((entry) => Object.hasOwn(entry as object, "mode"));
  expect({ heard, changes, answers: await puppet.answers(), ...(await puppet.finish()) }).toEqual({
    heard: [{ mode: "plan" }, { mode: "plan" }],
    changes: [["default", undefined]],
    answers: ["no", "yes"].map((optionId) => ({ outcome: { outcome: "selected", optionId } })),
    shape: ["user", "plan: reject", "= completed", "user", "plan: approve", "agent: On it.", "= completed"],
    faults: [],
  });
});

const ownModes = {
  currentModeId: "debug",
  availableModes: [
    { id: "code", name: "Code", description: "Writes it" },
    { id: "debug", name: "Debug" },
    { id: "architect", name: "Architect" },
  ],
};
const changeTo = (currentModeId: string) => ({
  update: { sessionUpdate: "current_mode_update", currentModeId },
});

test("[AC6] an agent's own modes are listed with ours, and each switch is reported", async () => {
  const puppet = await PuppetBench.open({ session: { modes: ownModes } });
  await puppet.play([...["debug", "debug", "architect", "code"].map(changeTo), { say: "Done." }]);
  const { main, agents } = puppet.bench.conversation();
  const told = main.entries
    .slice()
    .flatMap((entry): unknown[] =>
      entry.kind === "meta"
        ? [{ modes: entry.modes, current: entry.currentModeId }]
        : entry.kind === "mode_change"
          ? [[entry.previousModeId, entry.newModeId]]
          : [],
    );
  const { currentModeId, permissionMode } = agents.get("agent") ?? {};
  expect({ told, currentModeId, permissionMode, ...(await puppet.finish()) }).toEqual({
    told: [
      {
        modes: [
          { id: "ask", name: "Ask" },
          { id: "accept_edits", name: "Accept edits" },
          { id: "plan", name: "Plan" },
          { id: "full", name: "Full access" },
          { id: "code", name: "Code", description: "Writes it" },
          { id: "debug", name: "Debug" },
          { id: "architect", name: "Architect" },
        ],
        current: "code",
      },
      ["code", "debug"],
      ["debug", "architect"],
      ["architect", "code"],
    ],
    ...{ currentModeId: "code", permissionMode: "ask", faults: [] },
    shape: ["user", "agent: Done.", "= completed"],
  });
});

test("[AC6] a mode of the agent that a person chose is set again after a restart", async () => {
  const puppet = await PuppetBench.open({ initialize: canResume, session: { modes: ownModes } });
  const first = await puppet.bench.connect();
  await first.setMode("debug");
  await first.setMode("architect");
  await expect(first.setMode("dance")).rejects.toThrow("has no mode dance");
  await first.setMode("full");
  await first.setMode("debug");
  await puppet.play([{ say: "Hi." }]);
  const changes = puppet.bench
    .events()
    .flatMap((event) => (event.type === "mode_change" ? [[event.modeId, event.permissionMode]] : []));
  await puppet.bench.stop();
  puppet.chosen.ownMode = "debug";
  await puppet.play([changeTo("code"), { say: "Back." }]);
  const heard = (await puppet.heard()).flatMap((entry) =>
    typeof entry === "object" && entry !== null && "mode" in entry ? [entry.mode] : [],
  );
  expect({ heard, changes, ...(await puppet.finish()) }).toEqual({
    heard: ["code", "debug", "architect", "code", "debug"],
    // The server writes the event for a person's choice.
    changes: [],
    shape: ["user", "agent: Hi.", "= completed", "user", "agent: Back.", "= completed"],
    faults: [],
  });
});

test("[AC6] planning that is a separate option is turned on and off, and the agent asks meanwhile", async () => {
  const option = (id: string, currentValue: string, ...values: string[]) => ({
    ...{ id, name: id, type: "select", currentValue },
    options: values.map((value) => ({ value, name: value })),
  });
  const configOptions = [
    { ...option("mode", "agent", "read-only", "agent"), category: "mode" },
    option("collaboration_mode", "default", "default", "plan"),
  ];
  const puppet = await PuppetBench.open({ session: { configOptions } }, {}, "plan");
  await puppet.play([
    {
      update: {
        sessionUpdate: "config_option_update",
        configOptions: [option("collaboration_mode", "plan", "default", "plan")],
      },
    },
    { say: "Here." },
  ]);
  await (await puppet.bench.connect()).setMode("ask");
  const set = (await puppet.heard()).flatMap((entry) =>
    typeof entry === "object" && entry !== null && "config" in entry ? [entry.config] : [],
  );
  const sessionId = "puppet-1";
  expect({ set, ...(await puppet.finish()) }).toEqual({
    set: [
      { sessionId, configId: "mode", value: "read-only" },
      { sessionId, configId: "collaboration_mode", value: "plan" },
      { sessionId, configId: "collaboration_mode", value: "default" },
    ],
    ...{ shape: ["user", "agent: Here.", "= completed"], faults: [] },
  });
});

test("[AC8] an agent whose history a cancel breaks is restarted and resumes its session", async () => {
  const puppet = await PuppetBench.open({
    initialize: { ...canResume, agentInfo: { name: "gemini-cli", version: "0.61.0" } },
  });
  const call = { sessionUpdate: "tool_call", toolCallId: "t", title: "sleep", kind: "execute" };
  const runId = await puppet.prompt([{ update: { ...call, status: "in_progress" } }, { wait: "cancel" }]);
  await puppet.bench.until((event) => event.type === "tool_call_start");
  await puppet.bench.cancel(runId);
  await puppet.bench.ended(runId);
  await puppet.play([{ say: "Back." }]);
  expect({ asked: await asked(puppet), ...(await puppet.finish()) }).toEqual({
    asked: ["new", "resume"],
    shape: ["user", "shell interrupted", "= cancelled", "user", "agent: Back.", "= completed"],
    faults: [],
  });
});
