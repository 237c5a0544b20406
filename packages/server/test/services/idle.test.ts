import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";

async function start(idle_minutes: number) {
  const home = makeHome({});
  writeConfig(home, { idle_minutes, agents: { own: { backend: "tiny", model: "first" } } });
  const tiny = new TinyBackend();
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  const say = async (text: string, session_id?: string) => {
    const answer = await client.chat(text, session_id === undefined ? {} : { session_id });
    const follower = await Follower.open(client, answer.session_id);
    await follower.whenEvent("run_ended", ({ runId }) => runId === answer.run_id);
    return answer.session_id;
  };
  const closed = (count: number) => expect.poll(() => tiny.closes).toBe(count);
  return { tiny, say, client, closed };
}

const soon = 0.001;

test("[A11] an idle program is stopped, and restarts with its session, mode and model", async () => {
  const { tiny, say, client, closed } = await start(soon);
  const sessionId = await say("one");
  await client.ask("PATCH", `/api/sessions/${sessionId}`, { mode_id: "plan", model_id: "second" });
  await closed(1);
  await say("two", sessionId);
  await closed(2);
  expect(
    tiny.starts.map(({ resume, settings }) => [resume, settings.permissionMode, settings.model]),
  ).toEqual([
    [undefined, "ask", "first"],
    [`native-${sessionId}`, "plan", "second"],
  ]);
});

test("[A11] it is not idle while an ask, a run or background work is open", async () => {
  const { tiny, say, closed } = await start(soon);
  tiny.hasBackgroundWork = true;
  await say("one");
  const run = { runId: "beside", agentId: "own" };
  tiny.say({ type: "run_started", trigger: "callback", ...run });
  const options = [{ optionId: "no", kind: "reject_once" as const, name: "No" }];
  tiny.say({ type: "permission_request", requestId: "a", toolName: "Bash", options, ...run });
  tiny.hasBackgroundWork = false;
  // Another session's program has the same idle time, and nothing to do.
  await say("another session");
  await closed(1);
  expect(tiny.starts).toHaveLength(2);
});

test("[A11] it never becomes idle if the configuration disables it", async () => {
  const { tiny, say } = await start(0);
  const sessionId = await say("one");
  await say("two", sessionId);
  expect([tiny.starts.length, tiny.closes]).toEqual([1, 0]);
});
