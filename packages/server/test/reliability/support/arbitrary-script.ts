import fc from "fast-check";

/** Any behavior of an agent, in any order: random scripts for unforeseen histories. */

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc.constantFrom("ha".repeat(40), "line\nline\r\n\nline", "```ts\nconst a = 1;\n```", "\u2028\u202e\u0000"),
);
const pace = { chunk: fc.integer({ min: 1, max: 20 }), everyMs: fc.constantFrom(0, 0, 1, 4) };
const error = fc.record({ code: fc.constantFrom("tool_error", "rate_limit_tools"), message: words });

const tool = fc
  .record({
    name: fc.constantFrom("Bash", "Read", "mcp__acp__Read", "mcp__github__search", "Edit"),
    input: fc.option(fc.dictionary(fc.constantFrom("command", "path", "x"), words), { nil: undefined }),
    output: fc.array(words, { maxLength: 4 }),
    everyMs: fc.constantFrom(0, 0, 1),
    end: fc.oneof(
      words.map((result) => ({ result })),
      error.map((failure) => ({ error: failure })),
    ),
  })
  .map(({ end, ...call }) => ({ tool: { ...call, ...end } }));

const emitted = fc.oneof(
  words.map((text) => ({ type: "notice", text })),
  words.map((title) => ({ type: "title", title, source: "agent" })),
  fc.constantFrom("thinking", "working", "calling_tool").map((status) => ({ type: "agent_status", status })),
  fc.constantFrom("a", "b").map((hash) => ({ type: "checkpoint_saved", hash })),
  fc.constantFrom("fast", "slow").map((modelId) => ({ type: "model_change", modelId })),
);

const usage = fc.record({ inputTokens: fc.nat(1000), outputTokens: fc.nat(1000) });

const asks = fc.oneof(
  fc.constant({ ask: { permission: { toolName: "Bash", input: { command: "ls" } } } }),
  fc.constant({ ask: { permission: { toolName: "Edit" } }, onAllow: [{ text: "allowed" }] }),
);

const simple = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: words, ...pace }) },
  { weight: 2, arbitrary: fc.record({ thinking: words, ...pace }) },
  { weight: 3, arbitrary: tool },
  { weight: 2, arbitrary: emitted.map((emit) => ({ emit })) },
  { weight: 1, arbitrary: usage.map((used) => ({ usage: used })) },
  { weight: 1, arbitrary: asks },
  { weight: 1, arbitrary: words.map((raw) => ({ raw: `${raw.replaceAll(/[\r\n]/g, "")}\n` })) },
);

const subagent = fc
  .record({ task: words, steps: fc.array(simple, { maxLength: 4 }), result: words })
  .map((delegated) => ({ subagent: delegated }));

/** Most succeed; some fail, some crash. */
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant([] as object[]) },
  { weight: 1, arbitrary: fc.constant([{ fail: { code: "no", message: "It did not work." } }]) },
  { weight: 1, arbitrary: fc.constantFrom([{ exit: 0 }], [{ exit: 1 }], [{ exit: "SIGKILL" }]) },
);

export const arbitraryScript = fc
  .tuple(
    fc.array(fc.oneof({ weight: 6, arbitrary: simple }, { weight: 1, arbitrary: subagent }), {
      maxLength: 12,
    }),
    ending,
  )
  .map(([steps, end]): object[] => [...steps, ...end]);
