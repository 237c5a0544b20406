import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { messagesIn } from "./scenario/requests.ts";
import { startSession } from "./scenario/session.ts";

const summed = "[The earlier conversation was too long and has been replaced by this summary.]";

test("[BA15] a nearly full window is compacted, and the model continues from its own summary", async () => {
  const session = await startSession({ options: { context_window: 10_000 } });
  const script = "Hi [[usage 8000 600 ++ read a]] [[say two]]";
  const events = await session.play(script);
  const compaction = events.filter(({ type }) => type === "compaction");
  const summary = "A scripted conversation. Remaining script: [[say two]]";
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

test("[BA15] the context is also compacted before a prompt, which stays unchanged", async () => {
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

test("[BA15] /compact summarizes on request, with the user's focus", async () => {
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
  expect(asked.content.endsWith("The user asks you to focus on: the tests")).toBe(true);
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

test("[BA15] a failed summary fails /compact, but other runs continue", async () => {
  const session = await startSession({
    options: { max_retries: 0 },
    settings: { baseUrl: "http://127.0.0.1:1/v1" },
  });
  await session.play("Hi");
  expect((await session.play("/compact")).at(-1)).toMatchObject({ outcome: "failed" });
});
