import { type EventBody, modeNames } from "@polylog/core";
import { expect, test } from "vitest";
import {
  modelNamed,
  nativeMode,
  offeredModes,
  readSettings,
} from "../../../src/acp/translate/session-settings.ts";
import type { AcpState } from "../../../src/acp/translate/state.ts";
import { TestLog } from "../../conformance/support/test-log.ts";
import { agentId, busy, chunk, idle, runRef, told, type Update } from "./updates.ts";

test("[AC6] modes, models and options are read in each of the protocol's formats", () => {
  const option = (currentValue: string): Update => ({
    sessionUpdate: "config_option_update",
    configOptions: [
      {
        id: "m",
        category: "model",
        type: "select",
        currentValue,
        options: [{ options: [{ value: "a" }] }, { value: "b" }],
      },
    ],
  });
  const mode = (currentModeId: string): Update => ({ sessionUpdate: "current_mode_update", currentModeId });
  const meta = {
    type: "session_meta",
    modes: [
      { id: "ask", name: "Ask" },
      { id: "accept_edits", name: "Accept edits" },
      { id: "full", name: "Full access" },
    ],
    models: [
      { id: "a", name: "a" },
      { id: "b", name: "b" },
    ],
    agentId,
  };
  expect(
    told(idle, option("a"), option("a"), option("b"), mode("plan"), mode("plan"), mode("code")).events,
  ).toEqual([
    { ...meta, currentModelId: "a" },
    { type: "model_change", modelId: "b", agentId },
    { type: "mode_change", modeId: "plan", permissionMode: "plan", agentId },
    { type: "mode_change", modeId: "code", permissionMode: "ask", agentId },
  ]);
});

test("[AC6] models that an agent first reports during a run are no change: its text stays one message", () => {
  const models: Update = {
    sessionUpdate: "config_option_update",
    configOptions: [
      { id: "m", category: "model", type: "select", currentValue: "a", options: [{ value: "a" }] },
    ],
  };
  const { events } = told(busy, chunk("One ", "m"), models, chunk("text.", "m"));
  const log = new TestLog();
  log.append({ type: "run_started", trigger: "message", ...runRef });
  for (const event of events) log.append(event as EventBody);
  const entries = log.conversation.main.entries.slice();
  const shown = entries.map((entry) => [entry.kind, entry.kind === "message" ? entry.body.toString() : null]);
  expect({ shown, model: log.conversation.agents.get(agentId)?.currentModelId }).toEqual({
    shown: [
      ["message", "One text."],
      ["meta", null],
    ],
    model: "a",
  });
});

test("[AC6] an agent's own mode does not change ours, unless it starts or ends planning or has the name of one of ours", () => {
  const mode = (currentModeId: string): Update => ({ sessionUpdate: "current_mode_update", currentModeId });
  const change = (modeId: string, fields: object = {}) => ({
    type: "mode_change",
    modeId,
    ...fields,
    agentId,
  });
  const full: AcpState = { ...idle, mode: "full", usualMode: "full" };
  expect(told(full, mode("code"), mode("architect"), mode("debug"), mode("ask")).events).toEqual([
    change("code"),
    change("architect", { permissionMode: "plan" }),
    change("debug", { permissionMode: "full" }),
    // No person has ended the planning mode.
    change("ask", { permissionMode: "plan" }),
  ]);
  // Planning that a person chose and the agent does not support is not ended by the agent.
  expect(told({ ...full, mode: "plan" }, mode("code"), mode("ask")).events).toEqual([
    change("code"),
    change("ask", { permissionMode: "plan" }),
  ]);
});

test("[AC6] a mode named ask that only answers questions is neither used nor offered as our ask mode", () => {
  const answers = "Get answers and explanations without making changes to the codebase.";
  const options = [
    { value: "code", name: "code", description: "The default agent." },
    { value: "ask", name: "ask", description: answers },
    { value: "plan", name: "plan", description: "Plan mode." },
  ];
  const mode = { id: "mode", category: "mode", type: "select", currentValue: "code", options };
  const kilo = readSettings(idle.settings, { configOptions: [mode] });
  const asking = { ...mode, options: [options[0], { ...options[1], description: "Asks before changes." }] };
  const other = readSettings(idle.settings, { configOptions: [asking] });
  expect([nativeMode(kilo, "ask"), nativeMode(other, "ask")]).toEqual(["code", "ask"]);
  expect(offeredModes(kilo).find(({ id }) => id === "ask")).toEqual({ id: "ask", name: modeNames.ask.name });
});

test("[AC6] modes identified by URL are recognized: planning, asking, and the one that never asks", () => {
  const named = (name: string) => `https://agentclientprotocol.com/protocol/session-modes#${name}`;
  const mode = (name: string): Update => ({
    ...{ sessionUpdate: "current_mode_update", currentModeId: named(name) },
  });
  const modes = ["agent", "plan", "autopilot"].map((name) => ({ id: named(name), name }));
  const settings = readSettings(idle.settings, {
    modes: { currentModeId: named("agent"), availableModes: modes },
  });
  expect([nativeMode(settings, "ask"), nativeMode(settings, "plan")]).toEqual([
    named("agent"),
    named("plan"),
  ]);
  const asking: AcpState = { ...idle, settings };
  expect(told(asking, mode("plan"), mode("agent")).events).toMatchObject([
    { permissionMode: "plan" },
    { permissionMode: "ask" },
  ]);
  expect(told(asking, mode("autopilot")).events).toMatchObject([{ permissionMode: "full" }]);
});

test("[AC6] a model is found by its ID, its name, or without its provider if that is unambiguous", () => {
  const models = ["one/a", "two/a", "one/b"].map((id) => ({ id, name: id.toUpperCase() }));
  expect(["one/a", "TWO/A", "b", "a", "c"].map((name) => modelNamed(models, name))).toEqual([
    ...["one/a", "two/a", "one/b", "a", "c"],
  ]);
});
