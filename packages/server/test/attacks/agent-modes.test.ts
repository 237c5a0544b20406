import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { shownMode, verdictOf, wants } from "./support/asking.ts";

const puppet = fileURLToPath(new URL("../../../backends/test/acp/puppet-main.ts", import.meta.url));
const modes = {
  currentModeId: "default",
  availableModes: ["default", "plan", "bypassPermissions"].map((id) => ({ id, name: id })),
};

const claims = [
  ["mode_change full", { type: "mode_change", modeId: "full" }],
  ["one of its own modes with full", { type: "mode_change", modeId: "code", permissionMode: "full" }],
] as const;

test.each(claims)(
  "[S30] an agent that reports %s runs nothing without asking, and the log says why",
  async (_, event) => {
    for (const process of [false, true]) {
      const home = makeHome({ own: { script: [{ emit: event }, wants("rm -rf precious")], process } });
      const { client } = await startHere(home);
      const { session_id, run_id = "" } = await client.chat("Go");
      const follower = await Follower.open(client, session_id);
      expect(await verdictOf(follower, run_id)).toBe("pending");
      await follower.whenEvent("notice", ({ code }) => code === "mode_refused");
      expect(follower.events.filter(({ type }) => type === "mode_change")).toEqual([]);
    }
  },
);

test("[S30] an agent that describes itself as having full access runs nothing without asking and is not shown with full access", async () => {
  const meta = { type: "session_meta", currentModeId: "full", permissionMode: "full" };
  const home = makeHome({ own: { script: [{ emit: meta }, wants("rm -rf precious")] } });
  const { client } = await startHere(home);
  const { session_id, run_id = "" } = await client.chat("Go");
  expect(await verdictOf(await Follower.open(client, session_id), run_id)).toBe("pending");
  expect(await shownMode(client, session_id, "own")).toMatchObject({ permissionMode: "ask" });
});

test("[S30] an agent that entered plan mode on its own does not leave it on its own", async () => {
  const plan = { emit: { type: "mode_change", modeId: "plan" } };
  const full = { emit: { type: "mode_change", modeId: "full" } };
  const script = {
    prompts: [{ match: "again", steps: [full, wants("ls")] }],
    default: [plan, { text: "ok" }],
  };
  const home = makeHome({ own: { script, fullAccess: true } });
  const { client } = await startHere(home);
  const { session_id } = await client.chat("Go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  expect(await shownMode(client, session_id, "own")).toEqual({
    permissionMode: "plan",
    currentModeId: "plan",
  });
  const { run_id = "" } = await client.chat("again", { session_id });
  expect(await verdictOf(follower, run_id)).toBe("pending");
  expect(await shownMode(client, session_id, "own")).toEqual({
    permissionMode: "plan",
    currentModeId: "plan",
  });
});

/** An ACP agent in plan mode, and the mode changes that its program received. */
async function planning() {
  const home = makeHome({});
  const agent = {
    ...{ backend: "acp", command: process.execPath, args: [puppet], permission_mode: "plan" },
    env: { PUPPET: JSON.stringify({ session: { modes } }) },
  };
  writeConfig(home, { agents: { puppet: agent } });
  const { client } = await startHere(home);
  const say = async (steps: readonly object[], session_id?: string) => {
    const answer = await client.chat(JSON.stringify(steps), session_id === undefined ? {} : { session_id });
    return { ...answer, follower: await Follower.open(client, answer.session_id) };
  };
  return { client, say };
}

const leave = (currentModeId: string) => ({
  update: { sessionUpdate: "current_mode_update", currentModeId },
});
const toolCall = { toolCallId: "c", kind: "execute", title: "rm", rawInput: { command: "rm -rf precious" } };
const allow = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const shell = { request: ["session/request_permission", { toolCall, options: allow }] };

test("[S30] an ACP agent that leaves plan mode without an approved plan is set back and stays in plan mode", async () => {
  const { client, say } = await planning();
  const { session_id, run_id = "", follower } = await say([leave("default"), shell]);
  expect(await verdictOf(follower, run_id)).toBe("pending");
  await follower.whenEvent("notice", ({ code }) => code === "mode_refused");
  expect(await shownMode(client, session_id, "puppet")).toMatchObject({ permissionMode: "plan" });
  expect(follower.events.filter(({ type }) => type === "mode_change")).toEqual([]);
});

test("[S30] an ACP agent leaves plan mode only after a person has approved its plan", async () => {
  const { client, say } = await planning();
  const plan = {
    ...{ toolCallId: "p", kind: "switch_mode", title: "Ready?", rawInput: { plan: "1. Think" } },
  };
  const present = { request: ["session/request_permission", { toolCall: plan, options: allow }] };
  const { session_id, follower } = await say([present, leave("default"), { say: "On it." }]);
  const { planId } = await follower.whenEvent("plan_update", ({ awaitsApproval }) => awaitsApproval === true);
  expect(await shownMode(client, session_id, "puppet")).toMatchObject({ permissionMode: "plan" });
  await client.post("/api/plan-response", { plan_id: planId, decision: "approve" });
  await follower.whenEvent("run_ended");
  expect(follower.events.filter(({ type }) => type === "notice")).toEqual([]);
  expect(await shownMode(client, session_id, "puppet")).toEqual({
    ...{ permissionMode: "ask", currentModeId: "default" },
  });
});

test("[S30] rejecting a plan does not end plan mode", async () => {
  const script = [{ ask: { plan: { entries: [], text: "1. Delete it" } } }, wants("rm -rf precious")];
  const home = makeHome({ own: { script } });
  const { client } = await startHere(home);
  const session_id = await client.createSession();
  await client.ask("PATCH", `/api/sessions/${session_id}`, { mode_id: "plan" });
  const { run_id = "" } = await client.chat("Go", { session_id });
  const follower = await Follower.open(client, session_id);
  const { planId } = await follower.whenEvent("plan_update");
  await client.post("/api/plan-response", { plan_id: planId, decision: "reject" });
  expect(await verdictOf(follower, run_id)).toBe("pending");
  expect(await shownMode(client, session_id, "own")).toEqual({
    permissionMode: "plan",
    currentModeId: "plan",
  });
});
