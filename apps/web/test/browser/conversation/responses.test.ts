import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

const bash = (command: string, result = "ok") => ({ tool: { name: "Bash", input: { command }, result } });
const write = (file: string) => ({
  tool: { name: "Write", input: { file_path: file, content: "export const rate = 1;\n" }, result: "" },
});
const firstRequest = [
  { text: "Let me see." },
  bash("npm ci"),
  { usage: { model: "opus", inputTokens: 8000, cacheReadTokens: 6000, outputTokens: 200, costUsd: 0.12 } },
];
const script = {
  prompts: [
    {
      match: "^work",
      steps: [
        { thinking: "The discount is applied in two places." },
        { text: "Let me look at the cart first." },
        { tool: { name: "Read", input: { file_path: "src/cart.ts" }, result: "…" } },
        ...[bash("npm ci"), bash("npm test", "hidden needle"), bash("npm run lint")],
        ...[write("src/cart.ts"), write("src/rates.ts")],
        { usage: { model: "opus", inputTokens: 8000, outputTokens: 200, costUsd: 0.12 } },
        { text: "The discount is applied once now. All tests pass." },
      ],
    },
    { match: "^question", steps: [{ ask: { question: { question: "Which?", options: [{ label: "A" }] } } }] },
    { match: "^first of two", steps: [...firstRequest, { text: "And now", chunk: 1, everyMs: 600_000 }] },
    {
      match: "^both",
      steps: [
        ...firstRequest,
        { usage: { model: "opus", inputTokens: 100, outputTokens: 20, costUsd: 0.01 } },
        { text: "Both done." },
      ],
    },
    {
      match: "^build",
      steps: [
        bash("npm ci"),
        {
          tool: {
            name: "Bash",
            input: { command: "npm test" },
            everyMs: 600_000,
            output: ["", ""],
            result: "",
          },
        },
      ],
    },
  ],
  default: [{ text: "Heard." }],
};

let server: PolylogServer;
let page: Page;

beforeAll(async () => {
  const testPage = await openTestPage({ mine: script }, { look: { viewport: { width: 1280, height: 800 } } });
  ({ server, page } = testPage);
  return testPage.close;
});

const talk = () => page.getByLabel("Conversation", { exact: true });
const openChat = async (says: string) => page.goto(`${server.url}/s/${await server.chat(says, "mine")}`);
const summary = () =>
  talk().getByRole("button", { name: /^6 tool calls · 2 files · .* · 8\.2k tokens · \$0\.12$/ });
const isExpanded = () => summary().getAttribute("aria-expanded");

test("[W1] a finished response shows its summary and final text; Enter shows its steps and Space hides them", async () => {
  await openChat("work on it");
  await summary().waitFor();
  await talk().getByText("All tests pass.").waitFor();
  expect(await isExpanded()).toBe("false");
  expect(
    await talk()
      .getByText(/npm|Let me look|src\/cart/)
      .count(),
  ).toBe(0);
  await summary().focus();
  await page.keyboard.press("Enter");
  await talk().getByText("Let me look at the cart first.").waitFor();
  await talk().getByText("Ran 3 commands: npm ci, npm test, npm run lint").waitFor();
  expect(await isExpanded()).toBe("true");
  await page.keyboard.press("Space");
  await expect.poll(isExpanded).toBe("false");
});

test("[W1] finding text in a collapsed step expands the response and scrolls to it", async () => {
  await page.reload();
  await summary().waitFor();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in conversation" }).fill("hidden needle");
  await talk().locator("[data-marked]").getByText("hidden needle").first().waitFor();
  expect(await isExpanded()).toBe("true");
  await page.keyboard.press("Escape");
});

test("a running call is described in words", async () => {
  await openChat("build it");
  await talk().getByRole("status", { name: "Running npm test" }).waitFor();
});

test("[W1] a response shows its model requests on demand, one row each, also while it is active", async () => {
  const rows = talk().getByRole("table", { name: "Model requests" }).getByRole("row");
  const open = () => talk().getByRole("button", { name: "2 requests" }).click();
  const cells = () =>
    rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map((cell) => cell.textContent?.replace(/^(?:< )?[\d.]+ s$/, "… s")),
      ),
    );
  const head = ["Model", "Input", "Cached", "Output", "Cost", "Time", "Tool calls"];
  const first = ["✓opus", "8k", "6k", "200", "$0.12", "… s", "1"];
  await openChat("first of two");
  await open();
  await expect.poll(cells).toEqual([head, first, ["⟳In progress", "", "… s", ""]]);
  await openChat("both");
  await open();
  await expect.poll(cells).toEqual([head, first, ["✓opus", "100", "", "20", "$0.01", "… s", ""]]);
  await talk().getByRole("button", { name: "2 requests" }).click();
  await expect.poll(cells).toEqual([]);
});

test("a question shows no elapsed time while it waits for an answer", async () => {
  await page.clock.install();
  await openChat("question");
  await talk().getByText("Waiting for you").waitFor();
  await page.clock.fastForward(60_000);
  expect(
    await talk()
      .locator("time")
      .filter({ hasText: /^\d+ (?:s|m)/ })
      .count(),
  ).toBe(0);
});
