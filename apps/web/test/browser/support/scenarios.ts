import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";

/** The steps of an agent in a session, and the person's actions meanwhile. */
export interface Scenario {
  readonly name: string;
  /** `polylog` is the built-in agent on the scripted model with full access; `careful` is the same with asks. */
  readonly agent: "polylog" | "careful" | "script";
  readonly says: string;
  /** Visible while the scenario is active: a second client joins when it appears. */
  readonly during: string;
  readonly act?: (page: Page, project: string) => Promise<void>;
  /** Visible at the end. */
  readonly after: string;
  /** Texts that the page must contain. */
  readonly shows?: readonly string[];
}

const press = (key: string) => (page: Page) => page.getByRole("textbox", { name: "Message" }).press(key);
const answer = (key: string) => async (page: Page) => {
  await page.getByRole("article", { name: "Waiting for your answer" }).first().waitFor();
  await page.getByLabel("Conversation", { exact: true }).press(key);
};
const enqueue = async (page: Page, text: string) => {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Tab");
};

const rich = [
  "# Totals\n\nA *paragraph* with `code`, **weight**, ~~what is gone~~ and [a link](https://example.org/a).",
  "\n\nSetext\n------\n\n- one\n- two\n  - deeper\n    ```js\n    const inside = 1;\n    ```\n- [ ] to do\n\n",
  "1. first\n2. second\n\n> a quote\n> of two lines\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n",
  "```ts\nexport const sum = (a: number, b: number) => a + b;\n\n// a comment\n```\n\n",
  "Text with <b>tags</b> and a [reference][r].\n\n[r]: https://example.org/r\n\n---\n\nThe end of it.",
].join("");

export const scenarios: readonly Scenario[] = [
  {
    name: "a message, tool calls, an answer",
    agent: "polylog",
    says: "[[think I look at the cart first. ++ read src/cart.ts]] [[shell sleep 0.3 && echo checked]] [[say The cart is **empty**.]]",
    during: "sleep 0.3",
    after: "The cart is",
  },
  {
    name: "thinking before and after a call",
    agent: "polylog",
    says: "[[think First thought. ++ shell echo between]] [[think Second thought. ++ say That is what I think.]]",
    during: "echo between",
    after: "That is what I think.",
  },
  {
    name: "parallel calls",
    agent: "polylog",
    says: "[[say Three at once. ++ shell sleep 0.4; echo slow ++ shell echo quick ++ read src/cart.ts]] [[say All three are back.]]",
    during: "Three at once.",
    after: "All three are back.",
    shows: ["echo quick", "sleep 0.4"],
  },
  {
    name: "a call that fails",
    agent: "polylog",
    says: "[[shell exit 3]] [[read src/none.ts]] [[say Neither worked.]]",
    during: "exit 3",
    after: "Neither worked.",
  },
  {
    name: "files written and edited, with a checkpoint and a report of the changes",
    agent: "polylog",
    says: '[[write notes.md "one\\ntwo\\n"]] [[read notes.md]] [[edit notes.md {"old":"two","new":"three"}]] [[say Both are written.]]',
    during: "notes.md",
    after: "changed",
    shows: ["Both are written."],
  },
  {
    name: "a subagent",
    agent: "polylog",
    says: "[[subagent Look around. [[read src/cart.ts]] [[shell sleep 0.3]] [[say It is fine.]]]] [[say Thanks to the subagent.]]",
    during: "Look around.",
    after: "Thanks to the subagent.",
    shows: ["It is fine."],
  },
  {
    name: "Markdown of every kind",
    agent: "script",
    says: "rich",
    during: "Totals",
    after: "The end of it.",
  },
  {
    name: "a permission that is granted",
    agent: "careful",
    says: "[[say I need to run something. ++ shell echo allowed]] [[say It was allowed.]]",
    during: "Run command",
    act: answer("1"),
    after: "It was allowed.",
    shows: ["1 tool call"],
  },
  {
    name: "a permission that is denied with a note",
    agent: "careful",
    says: "[[shell rm -rf everything]] [[say Then I leave it.]]",
    during: "Run command",
    act: async (page) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: /Reject with note/ }).click();
      await page.getByLabel("Note for the agent").fill("Keep it.");
      await page.getByRole("button", { name: "Reject", exact: true }).click();
    },
    after: "Then I leave it.",
    shows: ["1 tool call (1 failed)"],
  },
  {
    name: "a question that is answered",
    agent: "polylog",
    says: "[[ask Which store? | SQLite | PostgreSQL]] [[say So it is.]]",
    during: "Which store?",
    act: async (page) => {
      await page.getByRole("radio", { name: /PostgreSQL/ }).check();
      await page.getByRole("button", { name: /^Answer/ }).click();
    },
    after: "So it is.",
    shows: ["PostgreSQL"],
  },
  {
    name: "a plan that is edited and approved",
    agent: "script",
    says: "plan",
    during: "Approve plan",
    act: async (page) => {
      await page.getByRole("button", { name: /^Edit/ }).click();
      await page.getByRole("textbox", { name: "Plan", exact: true }).fill("Only the migration.");
      await page.getByRole("button", { name: "Approve with changes" }).click();
    },
    after: "I'll start with the migration.",
    shows: ["Edited plan"],
  },
  {
    name: "a list of to-dos",
    agent: "polylog",
    says: "[[plan [x] find it | [>] fix it | run the tests]] [[words 60 20 ++ say The list stands.]]",
    during: "fix it",
    after: "The list stands.",
  },
  {
    name: "an ask of a subagent",
    agent: "script",
    says: "nested",
    during: "claude (subagent)",
    act: answer("1"),
    after: "The subagent is done.",
  },
  {
    name: "cancelled while writing text",
    agent: "polylog",
    says: "[[say It begins here. ++ words 2000 20]]",
    during: "It begins here.",
    act: press("Escape"),
    after: "by you",
    shows: ["It begins here.", "Cut off here"],
  },
  {
    name: "cancelled in a tool call, after text",
    agent: "polylog",
    says: "[[say Text before the tool. ++ shell echo started; sleep 60]]",
    during: "sleep 60",
    act: press("Escape"),
    after: "by you",
    shows: ["Text before the tool.", "Interrupted"],
  },
  {
    name: "cancelled in an ask",
    agent: "careful",
    says: "[[shell echo never]]",
    during: "Run command",
    act: press("Escape"),
    after: "by you",
    shows: ["Cancelled"],
  },
  {
    name: "cancelled in a subagent",
    agent: "polylog",
    says: "[[subagent Take long. [[shell sleep 61]]]]",
    during: "sleep 61",
    act: press("Escape"),
    after: "by you",
  },
  {
    name: "queued messages, and a cancel that holds them",
    agent: "polylog",
    says: "[[say It begins here. ++ shell until test -e go-on; do sleep 0.05; done]] [[say Continued.]]",
    during: "It begins here.",
    act: async (page, project) => {
      await enqueue(page, "[[say The second begins. ++ words 1000 20]]");
      await enqueue(page, "[[say The third answer.]]");
      await page.getByText("2 messages queued").waitFor();
      writeFileSync(path.join(project, "go-on"), "");
      await page.getByRole("paragraph").getByText("The second begins.").waitFor();
      await press("Escape")(page);
      await page.getByRole("button", { name: "Resume" }).click();
    },
    after: "The third answer.",
    shows: ["by you", "Cut off here"],
  },
  {
    name: "a message that steers",
    agent: "script",
    says: "steer",
    during: "I take my time.",
    act: async (page) => {
      const field = page.getByRole("textbox", { name: "Message" });
      await field.fill("the other way");
      await field.press("Enter");
      await page.getByText("Steered: the other way").waitFor();
      await answer("1")(page);
    },
    after: "Time is up.",
    shows: ["Steered"],
  },
  {
    name: "a budget that stops the run and is raised in place",
    agent: "script",
    says: "spend",
    during: "Run command",
    act: async (page) => {
      await page.getByRole("button", { name: "Session menu", exact: true }).click();
      await page.getByRole("menuitem", { name: "Budget…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Set limit" }).first().click();
      await dialog.getByLabel("Dollars").fill("1");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("$0.85 of $1.00").waitFor();
      await page.keyboard.press("Escape");
      await answer("1")(page);
    },
    after: "The budget for this session is used up: $1.05 of $1.00.",
    shows: ["Interrupted", "Dollar limit"],
  },
  {
    name: "agents that message each other",
    agent: "script",
    says: "exchange",
    during: "I ask the reviewer.",
    after: "Both have answered.",
    shows: ["Answer from"],
  },
  {
    name: "an agent that messages another and waits",
    agent: "polylog",
    says: '[[say I ask another. ++ tool mcp__polylog__agents_message {"agentId":"careful","content":"hello","session":"create"}]] [[say It has answered.]]',
    during: "I ask another.",
    after: "It has answered.",
    shows: ["Messaged", "Open careful’s session"],
  },
  {
    name: "a failure after retries",
    agent: "script",
    says: "break",
    during: "I'm trying to reach",
    after: "Run failed",
  },
  {
    name: "a model that refuses",
    agent: "polylog",
    says: "[[say It begins. ++ shell echo once]] [[error 400]]",
    during: "It begins.",
    after: "Run failed",
  },
  {
    name: "a retry",
    agent: "polylog",
    says: "[[say Before the trouble. ++ shell echo once]] [[error 529 1]] [[say After the trouble.]]",
    during: "Before the trouble.",
    after: "After the trouble.",
  },
  {
    name: "every card, with fallback, compaction and raw lines",
    agent: "script",
    says: "The discount is applied twice. Fix it.",
    during: "The cart counts a discount twice",
    after: "Done. The cart counts a discount once",
    shows: ["Context compacted, 168k to 41k tokens", "2 unrecognized events"],
  },
];

/** The scripts of the agent `script`, in addition to every card. */
export const moreScripts = [
  { match: "rich", steps: [{ text: rich, chunk: 7, everyMs: 8 }] },
  {
    match: "steer",
    steps: [
      { text: "I take my time." },
      { ask: { permission: { toolName: "Bash", input: { command: "true" } } } },
      { text: "Time is up." },
    ],
  },
  {
    match: "spend",
    steps: [
      { usage: { model: "opus", inputTokens: 100, outputTokens: 10, costUsd: 0.85 } },
      { ask: { permission: { toolName: "Bash", input: { command: "true" } } } },
      { usage: { model: "opus", inputTokens: 100, outputTokens: 10, costUsd: 0.2 } },
      { wait: 60_000 },
    ],
  },
  {
    match: "break",
    steps: [
      { text: "I'm trying to reach the model." },
      { emit: { type: "api_retry", attempt: 1, maxAttempts: 3, delayMs: 1000, message: "529 overloaded" } },
      { emit: { type: "api_retry", attempt: 2, maxAttempts: 3, delayMs: 2000, message: "529 overloaded" } },
      { wait: 1500 },
      { fail: { code: "model_overloaded", message: "The model is overloaded." } },
    ],
  },
  {
    match: "exchange",
    steps: [
      { text: "I ask the reviewer." },
      {
        emit: {
          type: "agent_message",
          exchangeId: "x1",
          fromAgentId: "claude",
          toAgentId: "reviewer",
          content: "Is the cart right?",
          mode: "sync",
          state: "queued",
        },
      },
      { wait: 1500 },
      { emit: { type: "agent_callback_result", exchangeId: "x1", result: "It is **right**." } },
      {
        emit: {
          type: "agent_message",
          exchangeId: "x2",
          fromAgentId: "claude",
          toAgentId: "tester",
          content: "Run the tests.",
          mode: "async",
          state: "started",
        },
      },
      { tool: { name: "Read", input: { file_path: "src/cart.ts" }, result: "…" } },
      { emit: { type: "agent_callback_result", exchangeId: "x2", result: "14 passed." } },
      { text: "Both have answered." },
    ],
  },
];

/** Runs that a crash interrupts. */
export const cutOff: readonly Pick<Scenario, "name" | "agent" | "says" | "during" | "shows">[] = [
  {
    name: "while writing text",
    agent: "polylog",
    says: "[[say It begins here. ++ words 3000 20]]",
    during: "It begins here.",
  },
  {
    name: "in a tool call",
    agent: "polylog",
    says: "[[say A tool next. ++ shell sleep 62]]",
    during: "sleep 62",
  },
  {
    name: "in a subagent",
    agent: "polylog",
    says: "[[subagent Go on. [[words 3000 20]]]]",
    during: "Go on.",
  },
];

/** Asks a person and continues after the answer. */
export const asking: Pick<Scenario, "agent" | "says" | "during"> = {
  agent: "careful",
  says: "[[shell echo kept]] [[say Answered.]]",
  during: "Run command",
};
