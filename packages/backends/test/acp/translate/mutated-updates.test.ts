import { checkEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { translateUpdate } from "../../../src/acp/translate/translate-update.ts";
import { RunTracker } from "../../../src/connection/run-tracker.ts";
import { mutated, mutationTimeout, seedsInParts } from "../../mutate.ts";
import { agentId, busy, call, chunk, more, shown, thought, told, type Update, words } from "./updates.ts";

const samples: readonly Update[] = [
  chunk("Hello", "m"),
  thought("Hm"),
  { sessionUpdate: "agent_message", messageId: "m", content: [words("Hello")] },
  call({ name: "Bash", kind: "execute", title: "ls", rawInput: { command: "ls" }, status: "pending" }),
  more({ status: "in_progress", content: shown("a"), locations: [{ path: "/p", line: 1 }] }),
  more({
    content: [
      { type: "diff", path: "/p", oldText: null, newText: "b" },
      { type: "terminal", terminalId: "x" },
    ],
  }),
  { sessionUpdate: "terminal_output_chunk", terminalId: "x", data: "YQ==" },
  more({ status: "completed", rawOutput: { output: "a", exit_code: 0, metadata: { exit: 0 } } }),
  more({ _meta: { terminal_output_delta: { data: "a" }, terminal_exit: { exit_code: 1 } } }),
  { ...chunk("below"), _meta: { claudeCode: { parentToolUseId: "t" } } },
  { sessionUpdate: "tool_call_content_chunk", toolCallId: "t", content: shown("a")[0] },
  { sessionUpdate: "plan", entries: [{ content: "a", priority: "low", status: "completed" }] },
  { sessionUpdate: "plan_update", plan: { type: "items", planId: "p", entries: [{ content: "a" }] } },
  {
    sessionUpdate: "available_commands_update",
    availableCommands: [{ name: "a", description: "b", input: { hint: "c" } }],
  },
  { sessionUpdate: "current_mode_update", currentModeId: "plan" },
  {
    sessionUpdate: "config_option_update",
    configOptions: [{ id: "model", type: "select", currentValue: "a", options: [{ value: "a", name: "A" }] }],
  },
  { sessionUpdate: "session_info_update", title: "a" },
  { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.1, currency: "USD" } },
  { sessionUpdate: "notice", severity: "error", title: "a", description: "b" },
  { sessionUpdate: "compaction_update", status: "completed", summary: [words("a")] },
  { sessionUpdate: "subagent_update", sessionId: "below", title: "a", state: { state: "running" } },
  { sessionUpdate: "session_message", messageId: "m", content: [words("a")] },
  { sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" },
];

test("[AC1] [AC16] every kind of update is understood", () => {
  expect(told(busy, ...samples).events).not.toContain("not understood");
});

test("[AC2] thousands of mutated updates translate to valid events, or are reported as unknown [R23]", {
  timeout: mutationTimeout,
}, async () => {
  const texts = samples.map((update) => JSON.stringify({ sessionId: "session", update }));
  for await (const seeds of seedsInParts()) {
    const tracker = new RunTracker(agentId);
    let state = busy;
    for (const seed of seeds) {
      const text = mutated(seed, texts);
      let params: unknown;
      try {
        params = JSON.parse(text);
      } catch {
        continue;
      }
      if (typeof params !== "object" || params === null || Array.isArray(params)) continue;
      const next = translateUpdate(state, params as Record<string, unknown>);
      state = seed % 200 === 0 ? busy : (next?.state ?? state);
      for (const event of next?.events ?? []) {
        const stamped = { id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event };
        const checked = checkEvent(JSON.parse(JSON.stringify(stamped)));
        if (!checked.ok || checked.event.type === "opaque")
          throw new Error(`seed ${seed}: ${text} ${JSON.stringify(checked)}`);
        void tracker.emit(event);
      }
    }
    tracker.end({ outcome: "interrupted" });
  }
});

test("[AC2] unknown updates are reported as unknown", () => {
  const unknown = [{ sessionUpdate: "news" }, { sessionUpdate: "" }, { ...chunk("x"), session: "another" }];
  expect(told(busy, ...unknown).events).toEqual(unknown.map(() => "not understood"));
});
