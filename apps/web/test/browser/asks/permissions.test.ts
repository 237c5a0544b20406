import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

const kinds = {
  allow_once: "Allow once",
  allow_session: "Allow in this session",
  allow_always: "Always allow",
  reject_once: "Reject",
  reject_always: "Always reject",
};
const options = Object.entries(kinds).map(([kind, name]) => ({ optionId: kind, name, kind }));
const wants = (command: string) => ({
  ask: { permission: { toolName: "Bash", input: { command }, options } },
});
const script = {
  prompts: [
    { match: "^plain", steps: [wants("git status --short"), wants("git log"), { text: "Continued." }] },
    { match: "^joined", steps: [wants("git status && make"), { text: "Continued." }] },
  ],
};

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;

beforeAll(async () => {
  const testPage = await openTestPage(
    { claude: script },
    { look: { viewport: { width: 1100, height: 800 } } },
  );
  ({ server, tab, page } = testPage);
  return testPage.close;
});

const rules = async () =>
  (
    await server.get<{ rules: { match: string; pattern: string; effect: string }[] }>("/api/permission-rules")
  ).rules.map(({ effect, match, pattern }) => [effect, match, pattern]);
const choices = () => page.getByRole("group", { name: "Lasting answers apply to" });
const continued = () => page.getByText("Continued.").waitFor();

test("the coverage of a lasting answer is selected by keyboard, defaults to the exact command, and is removed in the settings", async () => {
  await page.goto(`${server.url}/s/${await server.chat("plain words")}`);
  await choices().waitFor();
  expect(await choices().getByRole("radio").count()).toBe(3);
  expect(await choices().getByRole("radio", { name: "this command" }).isChecked()).toBe(true);
  await choices().getByRole("radio", { name: "this command" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await choices().getByRole("radio", { name: "git status …" }).isChecked()).toBe(true);
  const covers = page.getByText(/every plain command that begins with “git status” in this session/);
  await covers.waitFor();
  await page.keyboard.press("4");
  await expect.poll(rules).toEqual([["allow", "prefix", "git status"]]);
  await page.getByText("git log").first().waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: /^Always reject/ }).click();
  await continued();
  expect(await rules()).toEqual([
    ["deny", "exact", "git log"],
    ["allow", "prefix", "git status"],
  ]);

  await page.goto(`${server.url}/settings/permissions`);
  const row = page.getByRole("listitem").filter({ hasText: "git status …" });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Allowed Bash, everywhere · .* by test in plain words/);
  expect({ violations: await accessibilityViolations(page), problems: tab.problems }).toEqual({
    violations: [],
    problems: [],
  });
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
  expect(await rules()).toEqual([["deny", "exact", "git log"]]);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No rules yet").waitFor();
});

test("a command with several parts is only allowed exactly, and the choice fits on a phone", async () => {
  await page.goto(`${server.url}/s/${await server.chat("joined words")}`);
  await page.getByRole("button", { name: /^Allow in this session/ }).waitFor();
  expect(await choices().count()).toBe(0);
  await page.getByRole("button", { name: /^Allow once/ }).click();
  await continued();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/s/${await server.chat("plain words")}`);
  await choices().waitFor();
  const card = await page.getByRole("article", { name: "Waiting for your answer" }).boundingBox();
  const box = await choices().boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
  expect({ violations: await accessibilityViolations(page), problems: tab.problems }).toEqual({
    violations: [],
    problems: [],
  });
});
