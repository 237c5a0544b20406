import { parseFrame } from "@polylog/core";
import { expect, test } from "vitest";
import { openStage, Played } from "./support/stage.ts";

test("the stream describes in words what the agent does, and when each call is done", async () => {
  const stage = await openStage({ files: { "a.txt": "one\n" } });
  const played = await Played.begin(stage);
  await played.whenEnded(await played.say("Look [[read a.txt]] [[say It says one.]]"));
  const { url, token } = stage.client;
  const answer = await fetch(new URL(`/api/events?session_id=${played.sessionId}`, url), {
    headers: { authorization: `Bearer ${token}` },
  });
  const told: unknown[] = [];
  let text = "";
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes('"phase":"outcome"') && text.endsWith("\n\n")) break;
  }
  for (const line of text.split("\n").filter((each) => each.startsWith("data: {"))) {
    const parsed = parseFrame(line.slice("data: ".length));
    if (!parsed.ok || parsed.frame.kind !== "activity") continue;
    if (parsed.event !== null && "callId" in parsed.event)
      told.push([parsed.frame.phase, parsed.frame.text, parsed.event.callId]);
  }
  const { callId } = await played.when("tool_result");
  expect(told).toEqual([
    ["doing", "Reading", callId],
    ["doing", "Reading a.txt", callId],
    ["done", undefined, callId],
  ]);
});
