import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const puppet = fileURLToPath(new URL("../../../backends/test/acp/puppet-main.ts", import.meta.url));
const modes = {
  currentModeId: "code",
  availableModes: ["code", "debug", "architect"].map((id) => ({ id, name: id })),
};

test("[A7] an ACP agent's own mode is selected and shown in addition to what it may do without asking", async () => {
  const home = makeHome({});
  const agent = {
    ...{ backend: "acp", command: process.execPath, args: [puppet], permission_mode: "full" },
    env: { PUPPET: JSON.stringify({ session: { modes } }) },
  };
  writeConfig(home, { agents: { puppet: agent } });
  const { client } = await startHere(home);
  const changeTo = (currentModeId: string) => ({
    update: { sessionUpdate: "current_mode_update", currentModeId },
  });
  const say = async (steps: readonly object[], session_id?: string) => {
    const answer = await client.chat(JSON.stringify(steps), session_id === undefined ? {} : { session_id });
    const follower = await Follower.open(client, answer.session_id);
    await follower.whenEvent("run_ended", ({ runId }) => runId === answer.run_id);
    return { sessionId: answer.session_id, conversation: follower.conversation };
  };
  const { sessionId } = await say([changeTo("debug"), { say: "One." }]);
  const choose = (mode_id: string) => client.ask("PATCH", `/api/sessions/${sessionId}`, { mode_id });
  await choose("ask");
  await choose("architect");
  const { conversation } = await say([changeTo("code"), changeTo("debug"), { say: "Two." }], sessionId);
  const changes = [...conversation.main.entries].flatMap((entry) =>
    entry.kind === "mode_change" ? [`${entry.previousModeId} → ${entry.newModeId}`] : [],
  );
  const { currentModeId, permissionMode } = conversation.agents.get("puppet") ?? {};
  expect({ changes, currentModeId, permissionMode }).toEqual({
    // Only an approved plan or a person ends plan mode, not the agent.
    changes: ["code → debug", "debug → ask", "ask → architect"],
    ...{ currentModeId: "architect", permissionMode: "plan" },
  });
});
