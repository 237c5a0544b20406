import { expect, test } from "vitest";
import { userTextsIn } from "./scenario/requests.ts";
import { isEnd, startSession } from "./scenario/session.ts";

test("[BA9] a message to a running run is sent once, with the next model call", async () => {
  const session = await startSession();
  const runId = await session.prompt("Go [[shell sleep 0.2]] [[say ok]]");
  const asked = (await session.until(({ type }) => type === "permission_request")).at(-1);
  if (asked?.type !== "permission_request") throw new Error("No permission request");
  await session.steer(runId, "Faster, please");
  await session.answer({
    kind: "permission",
    askId: asked.requestId,
    option: asked.options[0] ?? null,
    note: null,
  });
  await session.until((event) => isEnd(event, runId));
  await session.play("Well? [[say fine]]");
  const said = session.requests().map(userTextsIn);
  expect(said).toEqual([
    ["Go [[shell sleep 0.2]] [[say ok]]"],
    ["Go [[shell sleep 0.2]] [[say ok]]", "Faster, please"],
    ["Go [[shell sleep 0.2]] [[say ok]]", "Faster, please", "Well? [[say fine]]"],
  ]);
});

test("[BA9] a message to a subagent is sent with its next model call, and to no other run", async () => {
  const session = await startSession();
  const runId = await session.prompt("[[subagent Look around [[shell echo in]] [[say found]] ]] [[say ok]]");
  const asked = (await session.until(({ type }) => type === "permission_request")).at(-1);
  if (asked?.type !== "permission_request") throw new Error("No permission request");
  const { runId: child = "", requestId: askId, options } = asked;
  await session.steer(child, "Look below, too");
  await session.answer({ kind: "permission", askId, option: options[0] ?? null, note: null });
  await session.until((event) => isEnd(event, runId));
  const heard = session.requests().map((request) => userTextsIn(request).includes("Look below, too"));
  expect(heard).toEqual([false, false, true, false]);
  await expect(session.steer(child, "Late")).rejects.toThrow("The run has ended");
});

test("[BA9] a message during the last response is answered in the same run", async () => {
  const session = await startSession();
  const runId = await session.prompt("Go [[words 40 20]]");
  await session.until(({ type }) => type === "text_delta");
  await session.steer(runId, "And this? [[say this too]]");
  const rest = await session.until((event) => isEnd(event, runId));
  const texts = rest.flatMap((event) => (event.type === "text_done" ? [event.text] : []));
  expect([texts.length, texts.at(-1)]).toEqual([2, "this too"]);
});

test("[BA9] a message that is too late is rejected, and sent once in the run that it starts", async () => {
  const session = await startSession();
  const runId = await session.prompt("Go [[say ok]]");
  await session.until((event) => isEnd(event, runId));
  await expect(session.steer(runId, "Late [[say late]]")).rejects.toThrow("The run has ended");
  // The server queues the message: it is already in the log, and becomes the prompt of the next run.
  await session.connection.prompt({ runId: "next", text: "Late [[say late]]", images: [] });
  await session.until((event) => isEnd(event, "next"));
  expect(userTextsIn(session.requests().at(-1))).toEqual(["Go [[say ok]]", "Late [[say late]]"]);
});
