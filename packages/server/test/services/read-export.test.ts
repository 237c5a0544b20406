import { expect, test } from "vitest";
import { ExportReader } from "../../src/sessions/import/read-export.ts";

const event = (seq: number, sessionId = "s") =>
  JSON.stringify({ type: "notice", id: `e${seq}`, sessionId, seq, rev: 1, ts: 1, text: "hello" });
async function read(...lines: string[]) {
  const reader = new ExportReader("FILE", async () => undefined);
  for (const text of lines) await reader.take({ text, bytes: text.length, truncated: false });
  return reader.end();
}

test("[B3] lines that do not belong together are rejected, with the line's number", async () => {
  await expect(read(event(1), event(2), event(1))).rejects.toThrow("FILE:3: event 1 cannot follow event 2");
  await expect(read(event(1), "", event(2, "other"))).rejects.toThrow(
    "FILE:3: the event belongs to a different session",
  );
  await expect(read(event(1), '{"blob":1}')).rejects.toThrow(
    "FILE:2: the line is not an event (bad_envelope).",
  );
  await expect(read("", '{"blob":{"id":"x","text":"y"}}')).rejects.toThrow("FILE contains no events");
});
