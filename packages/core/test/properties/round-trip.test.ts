import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolylogEvent } from "../../src/index.ts";
import {
  checkEvent,
  definitions,
  emptyConversation,
  foldAll,
  parseEvent,
  serializeEvent,
  toSnapshot,
} from "../../src/index.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";
import { lineOf } from "../history/stamp.ts";

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P7] an event that is serialized and parsed is the same event", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const read = events.map((event) => parseEvent(serializeEvent(event)));
        expect(read).toEqual(events.map((event) => ({ ok: true, event })));
        const known = events.filter((event) => event.type !== "opaque");
        expect(known.map((event) => checkEvent(event))).toEqual(known.map((event) => ({ ok: true, event })));
      }),
      { numRuns },
    );
  });

  test("[P7] a snapshot is plain JSON: serialized and parsed it is the same", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const snapshot = toSnapshot(foldAll(emptyConversation, events));
        expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
      }),
      { numRuns },
    );
  });
});

test("[P7] an unknown event is returned byte for byte, with its place in the session parsed", {
  timeout,
}, () => {
  const type = fc.string({ minLength: 1 }).filter((name) => !definitions.has(name));
  const body = fc.tuple(
    type,
    fc.array(fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(body, fc.nat(4), ([eventType, fields], spaces) => {
      const gap = " ".repeat(spaces);
      const extra = fields.map(
        ([key, value]) => `,${gap}${JSON.stringify(`+${key}`)}:${gap}${JSON.stringify(value)}`,
      );
      const line = `${gap}${lineOf({ type: eventType, agentId: "k", runId: "a" }, 1).slice(0, -1)}${extra.join("")}}${gap}`;
      const parsed = parseEvent(line);
      const expected: Partial<PolylogEvent> = {
        type: "opaque",
        eventType,
        raw: line,
        seq: 1,
        runId: "a",
        agentId: "k",
      };
      expect(parsed).toMatchObject({ ok: true, event: expected });
      if (parsed.ok) expect(serializeEvent(parsed.event)).toBe(line);
    }),
    { numRuns },
  );
});
