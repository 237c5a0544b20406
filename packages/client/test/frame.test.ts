import { expect, test } from "vitest";
import { readEventLine, readFrame } from "../src/stream/frame.ts";

const event = { id: "e1", sessionId: "s1", seq: 4, rev: 1, ts: 9, type: "notice", text: "hi" };
const frame = (data: string, more = "") =>
  ({
    event: "message",
    lastEventId: "1:4",
    data: `{"id":"e1","seq":4,"rev":1,"ts_ms":9,"kind":"run"${more},"data":${data}}`,
  }) as const;

test("a frame gives its event and its header", () => {
  expect(readFrame(frame(JSON.stringify(event), ',"phase":"notice","session_id":"s1"'))).toEqual({
    kind: "event",
    event,
    frame: {
      id: "e1",
      seq: 4,
      rev: 1,
      ts_ms: 9,
      kind: "run",
      phase: "notice",
      session_id: "s1",
      data: event,
    },
  });
});

test("[R24] an unknown event keeps its bytes, whatever precedes it", () => {
  const line =
    '{"type":"hologram", "id":"e1","sessionId":"s1","seq":4,"rev":1,"ts":9, "x": 1.50, "y":{"data":[1e3]}}';
  const opaque = { type: "opaque", eventType: "hologram", raw: line, seq: 4, sessionId: "s1" };
  expect(readFrame(frame(line, ',"text":"a trap: ,\\"data\\":{}"'))).toMatchObject({ event: opaque });
  expect(readEventLine(line, JSON.parse(line))).toMatchObject(opaque);
});

test("a known event with unexpected content is shown as an unknown event", () => {
  const line = JSON.stringify({ ...event, text: 7 });
  expect(readFrame(frame(line))).toMatchObject({
    event: { type: "opaque", eventType: "notice", raw: line, seq: 4 },
  });
});

test("heartbeats, and frames without an event, are not folded", () => {
  const nothing = { kind: "other", frame: null };
  expect(readFrame({ event: "heartbeat", data: "{}", lastEventId: "" })).toEqual(nothing);
  expect(readFrame({ event: "message", data: "ping", lastEventId: "" })).toEqual(nothing);
  expect(readFrame(frame('{"type":"heartbeat","ts":1}', ',"phase":"heartbeat"'))).toEqual(nothing);
  expect(readFrame(frame("{}", ',"phase":"sync"'))).toMatchObject({
    kind: "other",
    frame: { phase: "sync", data: null },
  });
  const sync = (changed: string) => readFrame(frame(`{"changed":"${changed}"}`, ',"phase":"sync"')).frame;
  expect([sync("mission")?.changed, sync("hologram")?.changed]).toEqual(["mission", undefined]);
});

test("unreadable data is an error, never a gap", () => {
  expect(() => readFrame({ event: "message", data: '{"seq":4,', lastEventId: "" })).toThrow(
    "it is not valid JSON",
  );
  expect(() => readFrame(frame('{"type":"notice","seq":"four"}'))).toThrow("unreadable event");
});
