import { DEFAULT_MODEL, type EventBody, emptyConversation, foldAll, type PolylogEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { ChosenModels } from "../../src/runs/chosen-model.ts";
import { countingReads } from "./touched-entries.ts";

const settings = { backend: "demo", model: "configured" };

const eventsOf = (bodies: readonly EventBody[]) =>
  bodies.map((body, at) => {
    const stamp = { id: `e${at}`, sessionId: "s", seq: at + 1, rev: 1, ts: at };
    return { ...body, ...stamp } as PolylogEvent;
  });

const notice = (text: string): EventBody => ({ type: "notice", text });
const change = (modelId: string, agentId = "a"): EventBody => ({ type: "model_change", modelId, agentId });

test("an agent starts with the model that was last selected for it in the session, or its own", () => {
  const at = (...bodies: EventBody[]) => foldAll(emptyConversation, eventsOf(bodies));
  const chosen = new ChosenModels();
  const steps = [notice("one"), change("x"), change("y", "b"), change("z"), change(DEFAULT_MODEL)];
  const models = steps.map((_, index) => {
    const conversation = at(...steps.slice(0, index + 1));
    return ["a", "b"].map((agentId) => chosen.settingsIn(conversation, agentId, settings).model);
  });
  expect(models).toEqual([
    ["configured", "configured"],
    ["x", "configured"],
    ["x", "y"],
    ["z", "y"],
    ["configured", "y"],
  ]);
});

test("a long session is read once: later starts read only what was added", () => {
  const long = Array.from({ length: 500 }, (_, at) => notice(`n${at}`));
  const chosen = new ChosenModels();
  const first = foldAll(emptyConversation, eventsOf([change("x"), ...long]));
  expect(chosen.settingsIn(first, "a", settings).model).toBe("x");
  const then = countingReads(foldAll(emptyConversation, eventsOf([change("x"), ...long, change("y", "b")])));
  expect(chosen.settingsIn(then.conversation, "a", settings).model).toBe("x");
  expect(chosen.settingsIn(then.conversation, "b", settings).model).toBe("y");
  expect(then.reads()).toBeLessThan(5);
});
