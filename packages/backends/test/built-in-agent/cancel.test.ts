import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { systemRuntime } from "../../src/built-in-agent/runtime.ts";
import { deeds } from "./scenario/plain.ts";
import { messagesIn } from "./scenario/requests.ts";
import { isAsk, isEnd, type Session, startSession } from "./scenario/session.ts";

const marks = [
  { type: "interrupt", reason: "user_cancel" },
  { type: "output_cancelled" },
  { type: "run_ended", outcome: "cancelled", durationMs: 0 },
];
const interrupted = (callId: string, toolName = "Bash") => ({
  ...{ type: "tool_result", callId, toolName, ok: false },
  error: { code: "tool_interrupted", message: "The run ended before the tool finished." },
});

/** Cancels at the first matching event. Returns the events from then on. */
async function cancelAt(session: Session, text: string, fits: (event: EventBody) => boolean) {
  const runId = await session.prompt(text);
  const before = await session.until(fits);
  await session.connection.cancel(runId);
  await session.connection.cancel(runId);
  const after = await session.until((event) => isEnd(event, runId));
  return { before, after: deeds([...before, ...after]).slice(deeds(before).length) };
}

/** The history that the next run sends. The model rejects histories that no API would accept. */
async function nextHistory(session: Session): Promise<readonly unknown[]> {
  const events = await session.play("And now? [[say fine]]");
  expect(events.at(-1)).toMatchObject({ type: "run_ended", outcome: "completed" });
  return messagesIn(session.requests().at(-1));
}

test("[BA8] a cancel during text keeps and marks the text, and the next run is informed", async () => {
  const session = await startSession();
  const { before, after } = await cancelAt(
    session,
    "Count [[words 500 20]]",
    ({ type }) => type === "text_delta",
  );
  expect(after).toEqual(marks);
  const entry = session
    .conversation()
    .main.entries.slice()
    .findLast(({ kind }) => kind === "message");
  const text = before.flatMap((event) => (event.type === "text_delta" ? [event.delta] : [])).join("");
  expect(entry).toMatchObject({ role: "assistant", endedBy: "cancelled" });
  const [first, second, third] = await nextHistory(session);
  expect([first, third]).toEqual([
    { role: "user", content: "Count [[words 500 20]]" },
    {
      role: "user",
      content: [
        { type: "text", text: "[Your response was interrupted here by the user.]" },
        { type: "text", text: "And now? [[say fine]]" },
      ],
    },
  ]);
  expect((second as { content: string }).content.startsWith(text)).toBe(true);
});

test("[BA8] a cancel during a tool gives a result to the running call and to the calls that never started", async () => {
  const session = await startSession();
  const script = "[[shell echo begun; sleep 600 ++ shell echo never]]";
  const runId = await session.prompt(script);
  const asked = (await session.until(isAsk)).at(-1);
  if (asked?.type !== "permission_request") throw new Error("No permission request");
  await session.answer({
    kind: "permission",
    askId: asked.requestId,
    option: asked.options[0] ?? null,
    note: null,
  });
  await session.until(({ type }) => type === "tool_output_delta");
  await session.connection.cancel(runId);
  const after = await session.until((event) => isEnd(event, runId));
  expect(deeds(after)).toEqual([interrupted("call1"), interrupted("call2"), ...marks]);
  const history = await nextHistory(session);
  expect(history.slice(2, 4).map((message) => (message as { content: string }).content)).toEqual([
    "The tool call was interrupted by the user. Output so far:\nbegun\n",
    "The tool call was interrupted by the user.",
  ]);
});

test("[BA8] a cancel during an open ask, between two calls and while the model is silent", async () => {
  const asking = await startSession();
  expect((await cancelAt(asking, "[[shell echo 1 ++ shell echo 2]]", isAsk)).after).toEqual([
    interrupted("call1"),
    interrupted("call2"),
    ...marks,
  ]);
  const between = await startSession();
  const isSecond = (event: EventBody) => event.type === "tool_result";
  // The second call's permission may already have been requested.
  const { after } = await cancelAt(between, "[[read a ++ shell echo 2]]", isSecond);
  expect(after.filter((event) => !("requestId" in event))).toEqual([interrupted("call2"), ...marks]);
  const silent = await startSession();
  const isLoading = (event: EventBody) => event.type === "agent_status" && event.detail !== undefined;
  expect((await cancelAt(silent, "[[stall 60000]]", isLoading)).after).toEqual(marks);
  for (const session of [asking, between, silent]) await nextHistory(session);
});

test("[BA8] a cancel ends the delay before a retry", async () => {
  const session = await startSession({ runtime: { sleep: systemRuntime.sleep } });
  const { after } = await cancelAt(session, "[[error 500]]", ({ type }) => type === "api_retry");
  expect(after).toEqual(marks);
});

test("[BA8] a close ends every run as interrupted, and no new run can start", async () => {
  const session = await startSession();
  const runId = await session.prompt("[[words 500 20]]");
  await session.until(({ type }) => type === "text_delta");
  await session.connection.close();
  await session.connection.close();
  const rest = await session.until(() => false);
  expect(rest.at(-1)).toEqual({
    ...{ type: "run_ended", outcome: "interrupted", runId, agentId: "polylog" },
    error: { code: "agent_closed", message: "The agent was stopped before the run was complete." },
  });
  await expect(session.connection.prompt({ runId: "later", text: "Hi", images: [] })).rejects.toThrow(
    "has stopped",
  );
});
