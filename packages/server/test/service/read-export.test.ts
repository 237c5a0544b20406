import { expect, test } from "vitest";
import { readExport } from "../../src/service/import/read-export.ts";

const event = (seq: number, sessionId = "s") =>
  JSON.stringify({ type: "notice", id: `e${seq}`, sessionId, seq, rev: 1, ts: 1, text: "hello" });
const read = (...lines: string[]) => readExport(lines, "FILE");

test("[B3] lines that do not belong together are refused, with the line's number", async () => {
  await expect(read(event(1), event(2), event(1))).rejects.toThrow("FILE:3: Event 1 cannot come after");
  await expect(read(event(1), "", event(2, "other"))).rejects.toThrow(
    "FILE:3: This event belongs to another session",
  );
  await expect(read(event(1), '{"blob":1}')).rejects.toThrow("FILE:2: This is no event");
  await expect(read("", '{"blob":{"id":"x","text":"y"}}')).rejects.toThrow("FILE holds no events");
});
