import type { EventBody } from "@polylog/core";
import { checkEvent } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { Blobs } from "../../src/log/blobs.ts";
import { isLarge } from "../../src/log/bound-event.ts";
import { temporaryFolder } from "../reliability/support/home.ts";

const speaker = { runId: "run", agentId: "agent" };
const stamps = { id: "e", sessionId: "s", seq: 1, rev: 1, ts: 1 };
const LONG = `${"0123456789".repeat(50_000)}end`;
const WORD = /^[0-9]*… \([0-9,]+ more characters\)$/;

async function bound(body: EventBody) {
  const blobs = new Blobs(temporaryFolder());
  const bounded = isLarge(body) ? await blobs.bound("s", body) : [body];
  return { bounded, read: (blobId = "") => blobs.read("s", blobId) };
}

test("[L1] a failed call's output is in its result; its error contains the beginning", async () => {
  const error = { code: "tool_error", message: LONG };
  const call = { ...speaker, callId: "c", toolName: "Bash" };
  const { bounded, read } = await bound({ type: "tool_result", ...call, ok: false, result: LONG, error });
  const [event] = bounded as [Extract<EventBody, { type: "tool_result" }>];
  expect(event).toEqual({
    ...{ type: "tool_result", ...call, ok: false, result: LONG.slice(0, limits.resultChars) },
    error: { code: "tool_error", message: expect.stringMatching(WORD) },
    truncated: { totalChars: LONG.length, totalLines: 1, blobId: expect.any(String) },
  });
  expect(event.error?.message.length).toBeLessThanOrEqual(limits.messageChars);
  expect(await read(event.truncated?.blobId)).toBe(LONG);
});

test("[L1] an error that is not in the result, diffs and inputs are truncated, and the whole event is in the file", async () => {
  const whole: EventBody = {
    ...{ type: "tool_result", ...speaker, callId: "c", toolName: "Edit", ok: false },
    error: { code: "tool_error", message: LONG },
    content: [{ type: "diff", path: "a.ts", oldText: LONG, newText: "new" }],
  };
  const { bounded, read } = await bound(whole);
  const [event] = bounded as [Extract<EventBody, { type: "tool_result" }>];
  expect(event).toEqual({
    ...whole,
    error: { code: "tool_error", message: expect.stringMatching(WORD) },
    content: [{ type: "diff", path: "a.ts", oldText: expect.stringMatching(WORD), newText: "new" }],
    cut: { totalChars: JSON.stringify(whole).length, blobId: expect.any(String) },
  });
  expect(JSON.parse((await read(event.cut?.blobId)) ?? "")).toEqual(whole);
});

test("[L1] answers and thinking are complete, an ask shows as much as a person can read, and images are complete or absent", async () => {
  const block = { ...speaker, responseId: "r" };
  const command = "x".repeat(limits.askChars - 10_000);
  const picture = { type: "image", mediaType: "image/png", data: "A".repeat(500_000) } as const;
  const call = { ...speaker, callId: "c", toolName: "Bash" };
  const told: EventBody[] = [
    { type: "text_done", ...block, text: LONG },
    { type: "thinking_done", ...block, text: LONG, signature: LONG },
    { type: "permission_request", ...call, requestId: "q", input: { command }, options: [] },
    { type: "tool_result", ...call, ok: true, content: [picture] },
  ];
  for (const body of told) expect((await bound(body)).bounded).toEqual([body]);
  const huge = { ...picture, data: "A".repeat(limits.imageChars + 1) };
  const { bounded } = await bound({ type: "tool_result", ...call, ok: true, content: [huge] });
  expect(bounded).toMatchObject([{ content: [{ type: "image", mediaType: "image/png" }] }]);
  expect(JSON.stringify(bounded).length).toBeLessThan(1000);
});

test("[L1] a long delta becomes several with the same text, and none splits a character", async () => {
  const delta = `a${"😀".repeat(limits.textChars)}`;
  const call = { ...speaker, callId: "c", offset: 7, reset: true };
  const { bounded } = await bound({ type: "tool_output_delta", ...call, delta });
  const pieces = bounded as Extract<EventBody, { type: "tool_output_delta" }>[];
  expect(pieces.map((piece) => piece.delta).join("")).toBe(delta);
  expect(pieces.map(({ reset }) => reset)).toEqual([true, undefined, undefined]);
  let at = 7;
  for (const piece of pieces) {
    expect([piece.offset, piece.delta.length <= limits.textChars, piece.delta.isWellFormed()]).toEqual([
      at,
      true,
      true,
    ]);
    at += piece.delta.length;
  }
});

const kinds = {
  input: (text: string, count: number): EventBody => ({
    ...{ type: "tool_call_start", ...speaker, callId: "c", toolName: "T", title: text },
    input: Object.fromEntries(times(count, (at) => [`key${at}`, text])),
  }),
  list: (text, count) => ({
    type: "tool_call_start",
    ...speaker,
    callId: "c",
    toolName: "T",
    input: times(count, () => [text]),
  }),
  plan: (content, count) => {
    const entries = times(count, () => ({ content, status: "pending" as const }));
    return { type: "plan_update", ...speaker, planId: "p", entries };
  },
  changes: (diff, count) => {
    const files = times(count, () => ({ path: "a", status: "added" as const, diff }));
    return { type: "change_report", ...speaker, files };
  },
  failure: (message, count) => ({ type: "error", code: "c", message, details: times(count, () => message) }),
  notice: (text) => ({ type: "notice", text }),
} satisfies Record<string, (text: string, count: number) => EventBody>;

function times<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}

test("[L1] any event still matches its schema and the limit, and the file contains the original", async () => {
  const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]));
  const chars = fc.oneof(fc.nat(30), fc.nat(300_000));
  const count = fc.constantFrom(0, 1, 3, 70, 20_000);
  await fc.assert(
    fc.asyncProperty(kind, chars, count, async (kind, chars, count) => {
      fc.pre(chars * count < 1e7);
      const body = kinds[kind]("x".repeat(chars), count);
      const { bounded, read } = await bound(body);
      const [event] = bounded as [EventBody];
      expect(checkEvent({ ...stamps, ...event }).ok).toBe(true);
      expect(JSON.stringify(event).length).toBeLessThan(2 * limits.eventChars);
      if (event.cut === undefined) expect(event).toBe(body);
      else expect((await read(event.cut.blobId)) === JSON.stringify(body)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
