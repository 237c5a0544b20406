import { expect, test } from "vitest";
import type { Conversation, PolylogEvent } from "../../src/index.ts";
import {
  checkEvent,
  emptyConversation,
  fold,
  foldAll,
  limits,
  parseEvent,
  toSnapshot,
} from "../../src/index.ts";
import { isTooDeep } from "../../src/json-depth.ts";
import { lineOf, stamp, type Unstamped } from "../history/stamp.ts";
import { contentOf } from "./expect-unaffected.ts";

const depth = 10_000;
const run = { runId: "run-1", agentId: "claude" };

/** JSON text of the given depth, of arrays or of objects. */
function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const shapes = [
  ["[", "]"],
  ['{"a":', "}"],
] as const;

/** Every event with a field that accepts any value. */
const carriers: readonly { readonly name: string; readonly field: string; readonly event: Unstamped }[] = [
  {
    name: "tool input",
    field: "input",
    event: { type: "tool_call_start", ...run, callId: "c", toolName: "Bash" },
  },
  {
    name: "a permission's input",
    field: "input",
    event: { type: "permission_request", ...run, requestId: "p", toolName: "Bash", options: [] },
  },
  {
    name: "an agent's capabilities",
    field: "capabilities",
    event: { type: "session_meta", agentId: "claude" },
  },
  { name: "an error's details", field: "details", event: { type: "error", code: "e", message: "m" } },
  { name: "an unknown field", field: "extra", event: { type: "notice", text: "n" } },
  {
    name: "an unknown field of a delta",
    field: "extra",
    event: { type: "text_delta", ...run, responseId: "r", offset: 0, delta: "d" },
  },
  { name: "an unknown event", field: "extra", event: { type: "hologram", ...run } },
];

const cases = carriers.flatMap((carrier) => shapes.map(([open, close]) => ({ ...carrier, open, close })));

function lineWith(event: Unstamped, field: string, json: string, seq = 2): string {
  return lineOf({ ...event, [field]: "HERE" }, seq).replace('"HERE"', json);
}

/** The event as code may pass it to the fold without parsing it. */
function deepEvent(event: Unstamped, field: string, json: string, seq: number): PolylogEvent {
  return { ...JSON.parse(lineOf(event, seq)), [field]: JSON.parse(json) };
}

const beginning = foldAll(emptyConversation, stamp([{ type: "run_started", ...run }]));
const ended = foldAll(
  emptyConversation,
  stamp([
    { type: "run_started", ...run },
    { type: "run_ended", ...run, outcome: "completed" },
  ]),
);

test.each(cases)(
  "[B7] $name that nests 10,000 deep ($open) is rejected with a code",
  ({ event, field, open, close }) => {
    const reason = `The event nests deeper than ${limits.jsonDepth} levels.`;
    const refused = { ok: false, error: { code: "too_deep", path: [], reason } };
    expect(parseEvent(lineWith(event, field, nested(depth, open, close)))).toEqual(refused);
    expect(parseEvent(lineWith(event, field, nested(limits.jsonDepth, open, close)))).toEqual(refused);
    expect(parseEvent(lineWith(event, field, nested(limits.jsonDepth - 1, open, close)))).toMatchObject({
      ok: true,
    });
  },
);

test.each(cases)(
  "[B7] $name that nests 10,000 deep ($open), as a value, is rejected too",
  ({ event, field, open, close }) => {
    const value: unknown = deepEvent(event, field, nested(depth, open, close), 2);
    expect(checkEvent(value)).toMatchObject({ ok: false, error: { code: "too_deep", path: [] } });
  },
);

/** Stores a conversation and fails if an entry in a lane nests deeper than an event may. */
function expectStorable(conversation: Conversation): void {
  const stored: unknown = JSON.parse(JSON.stringify(toSnapshot(conversation)));
  expect(isTooDeep(stored, limits.jsonDepth + 10)).toBe(false);
}

const known = cases.filter(({ event }) => event.type !== "hologram");

test.each(known)(
  "[B7] $name that nests 10,000 deep ($open) is omitted and reported",
  ({ event, field, open, close }) => {
    const after = fold(beginning, deepEvent(event, field, nested(depth, open, close), 2));
    expectStorable(after);
    expect(contentOf(after)).toBe(contentOf(fold(beginning, deepEvent(event, field, "null", 2))));
    // The entry never contained the omitted fields: nothing is lost, so nothing is reported.
    const wasKept = field === "input" || field === "capabilities";
    expect(after.faults.recent).toEqual(
      wasKept ? [{ code: expect.stringContaining("too_deep"), seq: 2, about: expect.any(String) }] : [],
    );
  },
);

test.each(known)("[B7] $name that nests 10,000 deep ($open) and arrives late is omitted too", (deep) => {
  const after = fold(ended, deepEvent(deep.event, deep.field, nested(depth, deep.open, deep.close), 3));
  expectStorable(after);
  expect(after.main.entries.length).toBe(deep.event.type === "session_meta" ? 0 : 1);
});
