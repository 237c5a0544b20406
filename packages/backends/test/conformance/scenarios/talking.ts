import { modelRequests } from "@polylog/core";
import type { Scenario } from "../support/scenario.ts";

const strange = 'line\u2028and\u2029paragraph, 👩‍👩‍👧 é ä, \u001b[31mred\u001b[0m, \\u0041 "quoted"';

/** The digest of the text of `huge 1024`. */
const hugeDigest = "ab19baebea0c01bc";

/** A PNG with one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const talking: readonly Scenario[] = [
  {
    name: "text",
    run: async (bench) => {
      await bench.play("[[say Hello from the model.]]");
      return undefined;
    },
    expected: ["user", "agent: Hello from the model.", "= completed"],
  },
  {
    name: "thinking",
    run: async (bench) => {
      await bench.play("[[think Let me see. ++ say I have thought.]]");
      return undefined;
    },
    expected: ["user", "thought: Let me see.", "agent: I have thought.", "= completed"],
  },
  {
    name: "unicode and control characters",
    start: { pieceChars: 1 },
    run: async (bench) => {
      await bench.play(`[[say ${strange}]]`);
      return undefined;
    },
    expected: ["user", `agent: ${strange}`, "= completed"],
  },
  {
    name: "huge output of 1 MB",
    run: async (bench) => {
      await bench.play("[[huge 1024]]");
      return undefined;
    },
    expected: ["user", `agent: (1048576 characters, ${hugeDigest})`, "= completed"],
  },
  {
    name: "usage",
    run: async (bench) => {
      await bench.play("[[say Counted. ++ usage 1200 34 200]]");
      return undefined;
    },
    tells: ({ conversation: { usage } }) =>
      usage.map((sum) => `${sum.inputTokens} + ${sum.cacheReadTokens} in, ${sum.outputTokens} out`),
    expected: ["user", "agent: Counted.", "= completed", "1000 + 200 in, 34 out"],
  },
  {
    name: "each model request",
    run: async (bench) => {
      await bench.play(
        "[[shell echo one ++ shell echo two ++ usage 1200 34 200]] [[say Both. ++ usage 1300 5 1200]]",
      );
      return undefined;
    },
    callsInAnyOrder: true,
    tells: ({ conversation }) => {
      const from = conversation.main.entries.slice().findIndex(({ kind }) => kind === "tool_call");
      return modelRequests(conversation, conversation.main, from).requests.map(
        ({ state, usage, toolCount }) =>
          `${state}: ${usage?.inputTokens} + ${usage?.cacheReadTokens} in, ${usage?.outputTokens} out, ${toolCount} calls`,
      );
    },
    expected: [
      ...["user", "shell ok: one", "shell ok: two", "agent: Both.", "= completed"],
      ...["completed: 1000 + 200 in, 34 out, 2 calls", "completed: 100 + 1200 in, 5 out, 0 calls"],
    ],
  },
  {
    name: "image",
    run: async (bench) => {
      await bench.play("[[say I see it.]]", undefined, [{ mediaType: "image/png", data: pixel }]);
      return [`the model got it: ${JSON.stringify(bench.requests()).includes(pixel)}`];
    },
    expected: ["user", "agent: I see it.", "= completed", "the model got it: true"],
  },
];
