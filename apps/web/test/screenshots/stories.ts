/** The scripts of the agents in the pictures. Nothing here is about a real project, person or machine. */

const total = `export function total(cart: Cart): number {
  const sum = cart.lines.reduce((all, line) => all + line.price * line.count, 0);
  return round(applyDiscount(sum, cart.discount));
}
`;

/** The editing tool's answer, which contains the line numbers. */
const fixedDiff = `--- a/src/checkout.ts
+++ b/src/checkout.ts
@@ -11,4 +11,5 @@
 export function checkout(cart: Cart): Order {
-  const sum = applyDiscount(total(cart), cart.discount);
+  // The total includes the discount.
+  const sum = total(cart);
   return { lines: cart.lines, sum, tax: round(sum * 0.19) };
 }
`;

const usage = (model: string, inputTokens: number, outputTokens: number, costUsd: number) => ({
  usage: { model, inputTokens, outputTokens, costUsd },
});

const meta = {
  emit: {
    type: "session_meta",
    models: [
      { id: "opus", name: "Opus", description: "The largest" },
      { id: "haiku", name: "Haiku", description: "The fastest" },
    ],
    modes: [],
    currentModelId: "opus",
    currentModeId: "ask",
  },
};

const codexMeta = {
  emit: {
    type: "session_meta",
    models: [{ id: "gpt-5.2-codex", name: "GPT-5.2 Codex", description: "For code" }],
    modes: [],
    currentModelId: "gpt-5.2-codex",
    currentModeId: "ask",
  },
};

const context = { emit: { type: "context_usage", usedTokens: 61_200, windowTokens: 200_000 } };

const discountFix = [
  meta,
  context,
  {
    thinking: "The total is computed in one place and the order in another. Both may apply the discount.",
    chunk: 12,
    everyMs: 60,
  },
  { text: "I'll check where the total is computed and how the checkout uses it." },
  { tool: { name: "Read", input: { file_path: "src/cart/total.ts" }, result: total } },
  {
    tool: {
      name: "Grep",
      input: { pattern: "applyDiscount", path: "src" },
      result: "src/cart/total.ts:3\nsrc/checkout.ts:12",
    },
  },
  { tool: { name: "Read", input: { file_path: "src/checkout.ts" }, result: "…" } },
  {
    tool: {
      name: "Bash",
      input: { command: "npm test -- test/checkout.test.ts" },
      output: [" FAIL  applies a discount once\n"],
      everyMs: 700,
      error: { code: "exit", message: "1 test failed: expected 80 to be 90" },
      exitCode: 1,
    },
  },
  { text: "Found it: `checkout` applies the discount again although `total` already includes it." },
  {
    tool: {
      name: "Edit",
      input: {
        file_path: "src/checkout.ts",
        old_string:
          "export function checkout(cart: Cart): Order {\n  const sum = applyDiscount(total(cart), cart.discount);\n  return { lines: cart.lines, sum, tax: round(sum * 0.19) };\n}",
        new_string:
          "export function checkout(cart: Cart): Order {\n  // The total includes the discount.\n  const sum = total(cart);\n  return { lines: cart.lines, sum, tax: round(sum * 0.19) };\n}",
      },
      result: fixedDiff,
    },
  },
  {
    tool: {
      name: "Bash",
      input: { command: "npm test" },
      output: ["..."],
      everyMs: 900,
      result: " ✓ test/cart.test.ts (14 tests)\n ✓ test/checkout.test.ts (9 tests)\n\n 23 passed\n",
      exitCode: 0,
    },
  },
  usage("opus", 48_210, 3_120, 0.4182),
  {
    text: "The discount is now applied **once**, and all 23 tests pass.\n\n- `total` applies it; `checkout` uses the result\n- the failing test was right: 100 minus 10 % is 90\n\nNo other place calls `applyDiscount`.",
  },
];

const permission = [
  meta,
  context,
  {
    text: "The build fails because the cache holds a stale file. I'll clear the cache and build again.",
  },
  { tool: { name: "Read", input: { file_path: "scripts/build.ts" }, result: "…" } },
  {
    ask: {
      permission: {
        toolName: "Bash",
        description: "Clear the build cache and build again",
        input: { command: "rm -rf .cache/build && npm run build -- --mode production" },
        options: [
          { optionId: "once", name: "Allow once", kind: "allow_once" },
          { optionId: "session", name: "Allow in this session", kind: "allow_session" },
          { optionId: "project", name: "Allow in this project", kind: "allow_project" },
          { optionId: "reject", name: "Reject", kind: "reject_once" },
        ],
      },
    },
  },
];

const question = [
  meta,
  context,
  { text: "I have read the store and its tests. I need one decision before I start." },
  {
    ask: {
      question: [
        {
          header: "Storage",
          question:
            "Orders are lost on restart because they are kept in memory. Where should they be stored?",
          options: [
            { label: "SQLite", description: "One file, no server to run" },
            { label: "PostgreSQL", description: "Several servers can share it" },
            { label: "Not yet", description: "Write them to a log and decide later" },
          ],
        },
      ],
    },
  },
];

const plan = [
  codexMeta,
  context,
  { text: "I have read the store. Here is my plan." },
  {
    ask: {
      plan: {
        text: "## Move the orders to PostgreSQL\n\nThe store keeps its interface and only the implementation changes. Nothing is deleted until both stores return the same results.",
        entries: [
          { content: "Put the store behind an interface", status: "completed" },
          { content: "Write a migration for orders and their lines", status: "in_progress" },
          { content: "Run both stores side by side and compare", status: "pending" },
          { content: "Remove the old store", status: "pending" },
        ],
      },
    },
  },
];

const review = [
  meta,
  context,
  { text: "I'll have two subagents review the change: one the rounding, one the callers." },
  {
    subagent: {
      task: "Review the change for rounding errors",
      steps: [
        { tool: { name: "Read", input: { file_path: "src/cart/total.ts" }, result: total } },
        {
          tool: { name: "Grep", input: { pattern: "round\\(", path: "src" }, result: "src/cart/total.ts:3" },
        },
        {
          tool: {
            name: "Bash",
            input: { command: "node --test test/rounding.test.ts" },
            result: "ok",
            exitCode: 0,
          },
        },
        { text: "Rounding happens once, at the end." },
      ],
      result: "Rounding happens **once**, at the end. I found nothing to change.",
    },
  },
  {
    subagent: {
      task: "Find callers that relied on the old total",
      steps: [
        {
          tool: {
            name: "Grep",
            input: { pattern: "total\\(", path: "." },
            result: "src/checkout.ts:4\nsrc/report.ts:18",
          },
        },
        { tool: { name: "Read", input: { file_path: "src/report.ts" }, result: "…" } },
        {
          tool: {
            name: "Bash",
            input: { command: "git log --oneline -5 -- src/report.ts" },
            output: ["…"],
            everyMs: 600_000,
            result: "",
          },
        },
      ],
    },
  },
];

const brief = (text: string, model: string, costUsd: number) => [
  { text },
  usage(model, 12_400, 860, costUsd),
];

export const scripts = {
  claude: {
    prompts: [
      { match: "discount", steps: discountFix },
      { match: "build", steps: permission },
      { match: "orders", steps: question },
      { match: "subagents", steps: review },
    ],
    default: brief("Done.", "opus", 0.082),
  },
  codex: {
    prompts: [{ match: "plan", steps: plan }],
    default: brief("The README explains what the program does and how to start it.", "gpt-5.2-codex", 0.041),
  },
  pi: { default: brief("Updated three dependencies. All tests pass.", "sonnet", 0.019) },
} as const;

/** Earlier sessions for the sidebar. */
export const earlier = [
  { agent: "pi", text: "Update the dependencies" },
  { agent: "codex", text: "Write a README for new contributors" },
  { agent: "claude", text: "Explain how a price is rounded" },
] as const;
