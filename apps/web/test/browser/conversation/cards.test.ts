import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

const plan = (status: string) => ({
  emit: {
    type: "plan_update",
    planId: `plan-${status}`,
    entries: [
      { content: "Read the cart", status, priority: "high" },
      { content: "Fix the cart", status: "pending" },
    ],
  },
});
const hidden = "git log --oneline -5 2>/dev/null; rm -rf build";
const script = {
  prompts: [
    {
      match: "^plan",
      steps: [plan("pending"), plan("in_progress"), plan("completed"), { text: "Planned." }],
    },
    {
      match: "^run",
      steps: [
        { tool: { name: "Bash", input: { command: hidden }, result: "ok" } },
        { tool: { name: "Bash", input: { command: "false" }, result: "", exitCode: 2 } },
        { text: "It has run." },
      ],
    },
  ],
  default: [{ text: "Heard." }],
};

let server: PolylogServer;
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  const testPage = await openTestPage({ mine: script }, { look, model: {} });
  ({ server, page } = testPage);
  return testPage.close;
});

const talk = () => page.getByLabel("Conversation", { exact: true });
const open = async (says: string, agent = "mine") =>
  page.goto(`${server.url}/s/${await server.chat(says, agent)}`);

test("only the latest plan is expanded, and its most important item is marked", async () => {
  await open("plan it");
  await page.getByText("Planned.").waitFor();
  const plans = talk().locator('article[aria-label="plan"]');
  // The first plan is below the header of its response, which has a button, too.
  const expanded = () =>
    plans
      .locator("[aria-expanded]")
      .filter({ hasNotText: /request|Usage/ })
      .evaluateAll((all) => all.map((each) => each.ariaExpanded));
  await expect.poll(expanded).toEqual(["false", "false", "true"]);
  expect(await plans.last().locator("li").allInnerTexts()).toEqual([
    expect.stringMatching(/^Read the cart\s+high$/),
    "Fix the cart",
  ]);
});

test("a command that is too long for its line is shown below it, and a nonzero exit code is a failure", async () => {
  await open("run it");
  await page.getByText("It has run.").waitFor();
  const calls = talk().locator('article[aria-label="tool call"]');
  const whole = () => calls.first().getByText(hidden).count();
  expect(await whole()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(whole).toBe(2);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(whole).toBe(1);
  const second = calls.nth(1);
  await second.getByLabel("Failed").waitFor();
  await second.getByText("Exit code 2").waitFor();
});

test("a command that waits for approval is shown as waiting, then as running", async () => {
  await open("[[shell sleep 600]] [[say Slept.]]", "careful");
  await page.getByText("Run command").waitFor();
  const call = talk().locator('article[aria-label="tool call"] [data-state=pending]');
  await call.getByText("Wants to run").waitFor();
  expect(await call.locator("time").count()).toBe(0);
  await page.keyboard.press("1");
  await call.getByText("Running").waitFor();
  await call.locator("time").waitFor();
});
