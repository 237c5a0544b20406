import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openTab, type Tab } from "../support/browser.ts";
import { PolylogServer } from "../support/polylog-server.ts";

const spend = (costUsd: number) => ({
  usage: { model: "opus", inputTokens: 900, outputTokens: 100, costUsd },
});
const script = {
  prompts: [
    { match: "too much", steps: [{ text: "It begins." }, spend(1.05), { wait: 60_000 }] },
    { match: "nearly", steps: [spend(0.9), { text: "Nearly all of it." }] },
  ],
  default: [spend(0.1), { text: "Continued." }],
};

let server: PolylogServer;
let browser: Browser;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    PolylogServer.start({ claude: script, reviewer: script }),
    openBrowser(),
  ]);
  tab = await openTab(browser, await server.signIn(), { viewport: { width: 1280, height: 900 } });
  page = tab.page;
  await page.getByText("What should we work on?").waitFor();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newSession(budget: object): Promise<string> {
  const body = { project_root: server.project, agent_id: "claude" };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  await server.post("/api/budget", { session_id, ...budget });
  return session_id;
}

async function say(text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
}

const budgetOf = (query: string) => server.get<{ budget: object }>(`/api/budget?${query}`);
const inProject = () => `project_root=${encodeURIComponent(server.project)}`;

test("a run stopped by a budget names it, the budget is raised in place, and the next message continues", async () => {
  const sessionId = await newSession({ cost_usd: 1 });
  await page.goto(`${server.url}/s/${sessionId}`);
  await say("too much");
  const banner = page.getByRole("region", { name: "Budget reached" });
  await banner.waitFor();
  expect(await banner.getByRole("paragraph").innerText()).toBe(
    "This session reached its budget. $1.05 of $1.00",
  );
  await say("more");
  await page.getByRole("alert").getByText("Raise it to continue.").waitFor();
  // Keyboard only: the field contains a suitable amount.
  const amount = banner.getByLabel("Dollar limit");
  expect(await amount.inputValue()).toBe("2");
  await amount.press("Enter");
  await banner.waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await page.getByText("Continued.").waitFor();
  expect((await budgetOf(`session_id=${sessionId}`)).budget).toMatchObject({ cost_usd: 2 });
});

test("a budget is set, changed and removed in the session's cost dialog, and invalid amounts are reported immediately", async () => {
  const sessionId = await newSession({});
  await page.goto(`${server.url}/s/${sessionId}`);
  await say("nearly");
  await page.getByRole("button", { name: "Cost $0.90, budget" }).click();
  const session = page.getByRole("dialog").getByRole("region", { name: "This session" });
  expect(await session.getByText("No limit.").innerText()).toBe("No limit. Used: $0.90, 1k tokens");
  await session.getByRole("button", { name: "Set limit" }).click();
  const save = session.getByRole("button", { name: "Save" });
  await session.getByLabel("Dollars").fill("a few");
  await session.getByText("Enter an amount above 0").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await session.getByLabel("Dollars").fill("1");
  await session.getByLabel("Tokens").fill("50k");
  await save.click();
  await session.getByText("$0.90 of $1.00").waitFor();
  await session.getByText("90 %").waitFor();
  expect((await budgetOf(`session_id=${sessionId}`)).budget).toEqual({
    ...{ cost_usd: 1, tokens: 50_000, used_usd: 0.9, used_tokens: 1000, cost_complete: true },
  });
  await session.getByRole("button", { name: "Change limit" }).click();
  await session.getByRole("button", { name: "Remove budget" }).click();
  await session.getByText("No limit.").waitFor();
  await page.keyboard.press("Escape");
});

test("a daily budget that refuses a message is raised next to that message", async () => {
  const sessionId = await newSession({});
  await server.post("/api/budget", { project_root: server.project, cost_usd: 0.5 });
  await page.goto(`${server.url}/s/${sessionId}`);
  await say("hello");
  const banner = page.getByRole("region", { name: "Budget reached" });
  await banner.getByText("This project reached its budget for today.").waitFor();
  await banner.getByLabel("Dollar limit").fill("100");
  await banner.getByRole("button", { name: "Raise" }).click();
  await banner.waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await page.getByText("Continued.").waitFor();
  await page.goto(`${server.url}/missions`);
  const day = page.getByRole("region", { name: "Today in this project" });
  await day.getByText(/of \$100\.00$/).waitFor();
  await day.getByRole("button", { name: "Change limit" }).click();
  await day.getByRole("button", { name: "Remove budget" }).click();
  await day.getByText("No limit.").waitFor();
});

test("a mission paused by its budget shows the reason and continues when the budget is raised", async () => {
  const query = inProject();
  await server.post("/api/mission", {
    ...{ project_root: server.project, text: "too much", interval_seconds: 3600, budget: { cost_usd: 1 } },
  });
  const paused = async () =>
    (await server.get<{ mission: { paused: { reason: string } | null } }>(`/api/mission?${query}`)).mission
      .paused?.reason ?? null;
  await expect.poll(paused).toBe("budget");
  await page.goto(`${server.url}/missions`);
  const budget = page.getByRole("region", { name: "Mission budget" });
  await budget.getByText("used up", { exact: true }).waitFor();
  await budget.getByRole("button", { name: "Raise limit" }).click();
  await budget.getByLabel("Dollars").fill("7");
  await budget.getByRole("button", { name: "Raise", exact: true }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  await budget.getByText("$1.05 of $7.00").waitFor();
  expect(await paused()).toBe(null);
  await page.getByRole("button", { name: "End mission" }).click();
});

test("rules set which agents can message each other, and their result is shown", async () => {
  await page.goto(`${server.url}/settings/projects`);
  await page.getByText("No rules. Any agent can message any other.").waitFor();
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("Rule 1: from").selectOption("claude");
  await page.getByLabel("Rule 1: effect").selectOption("deny");
  await page.getByLabel("Rule 1: to").selectOption("reviewer");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByLabel("Rule 2: effect").selectOption("allow");
  await page.getByLabel("Rule 2: to").selectOption("reviewer");
  const follows = page.getByLabel("Result of the rules").locator("div");
  expect((await follows.allInnerTexts()).slice(0, 2).map((text) => text.replace(/\s+/g, " "))).toEqual([
    "claude no agent",
    "reviewer no agent",
  ]);
  await page.getByRole("button", { name: "Save rules" }).click();
  await page.getByText("Saved").waitFor();
  const policy = () => server.get(`/api/agent-policy?${inProject()}`);
  expect(await policy()).toEqual({
    policy: { allow: [{ from: "*", to: "reviewer" }], deny: [{ from: "claude", to: "reviewer" }] },
  });
  await page.reload();
  await page.getByRole("button", { name: "Remove rule 2" }).click();
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(policy).toEqual({ policy: { allow: [], deny: [] } });
});

test("a failed load shows an error and can be retried", async () => {
  await page.route("**/api/agent-policy?*", (route) => route.abort(), { times: 1 });
  await page.route("**/api/budget?*", (route) => route.abort(), { times: 1 });
  await page.goto(`${server.url}/settings/projects`);
  await page.getByText("Could not load the rules").waitFor();
  await page.getByText("Could not load the budget").waitFor();
  for (const part of ["Could not load the rules", "Could not load the budget"])
    await page
      .getByRole("alert")
      .filter({ hasText: part })
      .getByRole("button", { name: "Try again" })
      .click();
  await page.getByRole("button", { name: "Add rule" }).waitFor();
  await page.getByText("Today in this project").waitFor();
});

test("no script or policy errors", () => {
  const refused = /^402 .*\/api\/chat$/;
  expect(tab.problems.filter((problem) => !refused.test(problem))).toEqual([]);
});
