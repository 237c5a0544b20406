import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { messagesIn } from "./scenario/requests.ts";
import { startSession } from "./scenario/session.ts";

const summed = "[The earlier conversation was too long and has been replaced by this summary.]";

test("[BA15] a window that is nearly full is made room in: the model goes on from its own summary", async () => {
  const session = await startSession({ options: { context_window: 10_000 } });
  const script = "Hi [[usage 8000 600 ++ read a]] [[say two]]";
  const events = await session.play(script);
  const compaction = events.filter(({ type }) => type === "compaction");
  const summary = "A scripted conversation. What is left of the script: [[say two]]";
  expect(deeds(compaction)).toEqual([
    { type: "compaction", trigger: "auto", beforeTokens: 8600, afterTokens: expect.any(Number), summary },
  ]);
  expect(messagesIn(session.requests().at(-1))).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: `${summed}\n\n${summary}` },
        { type: "text", text: "[Continue the work from where the summary ends.]" },
      ],
    },
  ]);
  await session.play("Next [[say three]]");
  expect(messagesIn(session.requests().at(-1))).toEqual([
    { role: "user", content: `${summed}\n\n${summary}` },
    { role: "assistant", content: "two" },
    { role: "user", content: "Next [[say three]]" },
  ]);
});

test("[BA15] room is made before a prompt too, which stays as it was said", async () => {
  const session = await startSession({ options: { context_window: 10_000 } });
  await session.play("Hi [[usage 8000 600 ++ say one]]");
  await session.play("More [[say two]]");
  await session.play("Last [[say three]]");
  const summary = `${summed}\n\nA scripted conversation.`;
  expect(messagesIn(session.requests()[2])).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: summary },
        { type: "text", text: "More [[say two]]" },
      ],
    },
  ]);
  expect(messagesIn(session.requests().at(-1))).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: summary },
        { type: "text", text: "More [[say two]]" },
      ],
    },
    { role: "assistant", content: "two" },
    { role: "user", content: "Last [[say three]]" },
  ]);
});

test("[BA15] /compact sums up when it is asked to, with what the user wants minded", async () => {
  const session = await startSession();
  expect(deeds(await session.play("/compact"))).toEqual([
    { type: "notice", level: "info", text: "There is no conversation to compact yet." },
    { type: "run_ended", outcome: "completed", durationMs: 0 },
  ]);
  await session.play("Hi [[say one]]");
  expect(deeds(await session.play("/compact the tests"))).toEqual([
    {
      ...{
        type: "compaction",
        trigger: "manual",
        beforeTokens: expect.any(Number),
        afterTokens: expect.any(Number),
      },
      summary: "A scripted conversation.",
    },
    { type: "run_ended", outcome: "completed", durationMs: 0 },
  ]);
  const asked = messagesIn(session.requests().at(-1)).at(-1) as { content: string };
  expect(asked.content.endsWith("The user asks you to mind above all: the tests")).toBe(true);
  await session.play("Next [[say two]]");
  expect(messagesIn(session.requests().at(-1))).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: `${summed}\n\nA scripted conversation.` },
        { type: "text", text: "Next [[say two]]" },
      ],
    },
  ]);
});

test("[BA15] a summary that cannot be had fails /compact, and lets other runs go on", async () => {
  const session = await startSession({
    options: { max_retries: 0 },
    settings: { baseUrl: "http://127.0.0.1:1/v1" },
  });
  await session.play("Hi");
  expect((await session.play("/compact")).at(-1)).toMatchObject({ outcome: "failed" });
});
