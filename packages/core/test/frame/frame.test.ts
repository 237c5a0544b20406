import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resyncFrame, syncFrame } from "../../src/frame/control-frame.ts";
import { type Frame, type FrameContext, serializeFrame } from "../../src/frame/frame.ts";
import { parseFrame } from "../../src/frame/parse-frame.ts";
import { frameRows } from "../../src/frame/table.ts";
import { checkEvent, definitions, type EventType, type PolylogEvent } from "../../src/index.ts";
import { limits } from "../../src/limits.ts";
import { log } from "../log.ts";
import { futureEvent, futureLine, sampleOf, samples } from "./samples.ts";

/** Seed 003's table: ServerEvent, kind, phase, the events that carry it, and the text they carry. */
const seedTable: [string, string, string | undefined, [EventType, string | undefined][]][] = [
  ["StateUpdated", "run", "sync", []],
  ["Outcome", "run", "outcome", [["run_ended", "cancelled"]]],
  ["Resync", "run", "resync", []],
  ["ContextUsage", "run", "context_usage", [["context_usage", undefined]]],
  ["SubagentSpawned", "run", "subagent_spawned", [["subagent_spawned", "Look around"]]],
  ["SubagentResult", "run", "subagent_result", [["subagent_result", "Found it"]]],
  ["PlanUpdate", "run", "plan_update", [["plan_update", "Look first"]]],
  ["ChangeReport", "run", "change_report", [["change_report", undefined]]],
  [
    "Message",
    "message",
    undefined,
    [
      ["user_message", 'Fix "it", please\n🙂'],
      ["agent_message", "Review this"],
    ],
  ],
  ["AgentStatus", "activity", "doing", [["agent_status", "Reading file.ts"]]],
  ["IdlePromptTriggered", "activity", "doing", [["idle_prompt_triggered", "Go on"]]],
  ["QueueUpdated", "queue", undefined, [["queue_updated", undefined]]],
  [
    "Token",
    "token",
    undefined,
    [
      ["text_delta", "Hel"],
      ["thinking_delta", "Hm"],
    ],
  ],
  ["TextSegment", "text_segment", undefined, [["text_done", "Hello"]]],
  ["AskUser", "ask_user", undefined, [["ask_user", "Which?"]]],
  ["ModelFallback", "model_fallback", undefined, [["model_fallback", "rate limit"]]],
  [
    "ToolProgress",
    "tool_progress",
    undefined,
    [
      ["tool_output_delta", "a.ts\n"],
      ["tool_progress", "Listing"],
    ],
  ],
];

function toFrame(event: PolylogEvent, context?: FrameContext): Frame {
  return JSON.parse(serializeFrame(event, context)) as Frame;
}

function fromFrame(frame: Frame): PolylogEvent | null {
  const result = checkEvent(frame.data);
  return result.ok ? result.event : null;
}

/** A header without optional fields. */
function frame(
  event: PolylogEvent,
  kind: string,
  phase: string | undefined,
  text: string | undefined,
): Frame {
  const all = {
    id: event.id,
    seq: event.seq,
    rev: event.rev,
    ts_ms: event.ts,
    kind,
    phase,
    text,
    agent_id: event.agentId,
    session_id: event.sessionId,
    data: event,
  };
  return JSON.parse(JSON.stringify(all)) as Frame;
}

describe("kinds and phases", () => {
  test("[W1] the table has the seed's 17 rows and no others", () => {
    expect(frameRows.map((row) => row.name)).toEqual(seedTable.map(([name]) => name));
    expect(seedTable.length).toBe(17);
  });

  test.each(seedTable)("[W1] %s is kind %s, phase %s", (name, kind, phase, carried) => {
    const row = frameRows.find((candidate) => candidate.name === name);
    expect([row?.kind, row?.phase ?? undefined]).toEqual([kind, phase]);
    for (const [type, text] of carried) {
      expect(toFrame(sampleOf(type))).toStrictEqual(frame(sampleOf(type), kind, phase, text));
    }
  });

  test("[W1] a thought's end is a finished token without text", () => {
    expect(toFrame(sampleOf("thinking_done"))).toStrictEqual(
      frame(sampleOf("thinking_done"), "token", "done", undefined),
    );
  });

  test.each([
    ["model_loading", "done", undefined],
    ["thinking", "doing", "Thinking..."],
    ["calling_tool", "doing", "Calling tool"],
    ["working", "doing", "Running"],
    ["idle", "done", "Idle"],
  ] as const)("[W1] the status %s is activity, %s", (status, phase, text) => {
    const event = log({ type: "agent_status", status })[0] as PolylogEvent;
    expect(toFrame(event)).toStrictEqual(frame(event, "activity", phase, text));
  });

  test.each([
    ["Read", { file_path: "src/a.ts" }, "Reading src/a.ts"],
    ["Bash", { command: "npm test" }, "Running npm test"],
    ["Edit", { file_path: "a.ts", old_string: "a\n".repeat(5000), new_string: "b" }, "Editing a.ts"],
  ])(
    "[W7] a call of %s is an activity with a readable text, and its result ends it",
    (toolName, input, text) => {
      const [start, result] = log(
        { type: "tool_call_start", callId: "c1", toolName, input },
        { type: "tool_result", callId: "c1", toolName, ok: true, result: "" },
      ) as [PolylogEvent, PolylogEvent];
      expect(toFrame(start)).toStrictEqual(frame(start, "activity", "doing", text));
      expect(toFrame(result)).toStrictEqual(frame(result, "activity", "done", undefined));
    },
  );

  test("[W7] a status that names a tool describes the tool's action", () => {
    const event = log({ type: "agent_status", status: "calling_tool", toolName: "Bash" })[0] as PolylogEvent;
    expect(toFrame(event)).toStrictEqual(frame(event, "activity", "doing", "Running a command"));
  });

  test("[W2] an event without a row is kind run, with its type as the phase", () => {
    const carried = new Set(frameRows.flatMap((row) => Object.keys(row.carries)));
    const others = [...definitions.keys()].filter((type) => !carried.has(type));
    for (const type of others as EventType[]) {
      const { kind, phase } = toFrame(sampleOf(type));
      expect([kind, phase]).toEqual(["run", type]);
    }
    expect(others).toContain("permission_request");
    expect(toFrame(futureEvent())).toStrictEqual({
      id: "f1",
      seq: 900,
      rev: 1,
      ts_ms: 1900,
      kind: "run",
      phase: "hologram",
      agent_id: "claude",
      session_id: "session-1",
      data: JSON.parse(futureLine),
    });
  });

  test("[W2] the project is included if it is known", () => {
    const event = sampleOf("notice");
    expect(toFrame(event, { projectRoot: "/home/ada/app" })).toStrictEqual({
      ...frame(event, "run", "notice", undefined),
      project_root: "/home/ada/app",
    });
  });
});

describe("outside the log", () => {
  const head = { id: "r1", seq: 7, rev: 2, tsMs: 1000, sessionId: "session-1", projectRoot: "/app" };
  const resync = {
    id: "r1",
    seq: 7,
    rev: 2,
    ts_ms: 1000,
    kind: "run",
    phase: "resync",
    session_id: "session-1",
    project_root: "/app",
    text: "lagged",
    data: { reason: "lagged", lagged_count: 12 },
  };

  test("[W3] resync and sync carry no event", () => {
    expect(resyncFrame({ ...head, reason: "lagged", laggedCount: 12 })).toStrictEqual(resync);
    const sync = syncFrame({ id: "s1", seq: 0, rev: 0, tsMs: 1, changed: "mission", projectRoot: "/p" });
    expect(sync).toStrictEqual({
      ...{ id: "s1", seq: 0, rev: 0, ts_ms: 1, kind: "run", phase: "sync", project_root: "/p" },
      data: { changed: "mission" },
    });
    for (const each of [resyncFrame({ ...head, reason: "rewound" }), sync]) {
      expect(fromFrame(each)).toBe(null);
      expect(parseFrame(JSON.stringify(each))).toStrictEqual({ ok: true, frame: each, event: null });
    }
  });

  test("[W3] an event with the type resync is still an event", () => {
    const event = futureEvent(futureLine.replace("hologram", "resync"));
    expect(parseFrame(serializeFrame(event))).toMatchObject({ ok: true, event });
  });
});

describe("round trip", () => {
  test("[W4] there is a sample of every type", () => {
    const types = new Set<string>(samples.map((event) => event.type));
    expect([...definitions.keys()].filter((type) => !types.has(type))).toEqual([]);
  });

  test.each(samples.map((event) => [event.type, event] as const))(
    "[W4] %s is unchanged after a round trip",
    (_, event) => {
      const context = { projectRoot: "/app" };
      const line = serializeFrame(event, context);
      const data = event.type === "opaque" ? event.raw : JSON.stringify(event);
      expect(toFrame(event, context).data).toStrictEqual(JSON.parse(data));
      const result = parseFrame(line);
      expect(result).toStrictEqual({ ok: true, frame: JSON.parse(line), event });
      if (event.type !== "opaque") expect(fromFrame(JSON.parse(line) as Frame)).toStrictEqual(event);
    },
  );

  test("[W5] an unknown event keeps its bytes, through a frame and another", () => {
    const line = serializeFrame(futureEvent());
    expect(line.endsWith(`,"data":${futureLine}}`)).toBe(true);
    const result = parseFrame(line);
    if (!result.ok || result.event === null) throw new Error("no event");
    expect(result.event).toStrictEqual(futureEvent());
    expect(serializeFrame(result.event)).toBe(line);
  });

  test("[W5] the bytes of a stored line are sent unchanged", () => {
    const event = sampleOf("notice");
    const stored = JSON.stringify(event, null, 1).replaceAll("\n", " ");
    expect(serializeFrame(event, {}, stored).endsWith(`,"data":${stored}}`)).toBe(true);
  });

  test("[W5] a frame of another writer gives the same event, if not the same bytes", () => {
    const { data, ...header } = JSON.parse(serializeFrame(futureEvent())) as Frame;
    const result = parseFrame(JSON.stringify({ data, ...header }));
    expect(result).toMatchObject({ ok: true, event: { ...futureEvent(), raw: JSON.stringify(data) } });
  });

  test("[W5] no text can be mistaken for the event", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("", ',"data":', '","data":{}', '\\","data":'),
        (some, trap) => {
          const raw = JSON.stringify({ ...JSON.parse(futureLine), agentId: `${some}${trap}a`, note: trap });
          const event = futureEvent(raw);
          expect(parseFrame(serializeFrame(event, { projectRoot: trap + some }))).toMatchObject({
            ok: true,
            event,
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("invalid frames", () => {
  const good = toFrame(sampleOf("notice"));
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  test.each([
    ["not JSON", "{", "bad_json", []],
    ["not an object", "[]", "bad_envelope", []],
    ["null", "null", "bad_envelope", []],
    ["no seq", JSON.stringify({ ...good, seq: undefined }), "bad_envelope", ["seq"]],
    ["a text that is none", JSON.stringify({ ...good, text: 1 }), "bad_envelope", ["text"]],
    ["no event", JSON.stringify({ ...good, data: undefined }), "bad_envelope", ["data"]],
    [
      "half an event",
      JSON.stringify({ ...good, data: { ...sampleOf("notice"), text: 1 } }),
      "bad_payload",
      ["data", "text"],
    ],
    ["too deep", `{"data":${deep(limits.jsonDepth + 1)}}`, "too_deep", []],
    ["far too deep", `{"data":${deep(200_000)}}`, "too_deep", []],
  ])("[W6] %s", (_, line, code, path) => {
    const result = parseFrame(line);
    expect(result).toMatchObject({ ok: false, error: { code, path } });
    if (!result.ok) expect(result.error.reason).not.toBe("");
  });

  test("[W6] any line gives a result", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(parseFrame(line).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
