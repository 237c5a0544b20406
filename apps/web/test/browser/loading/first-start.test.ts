import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

let testPage: TestPage;
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  testPage = await openTestPage({ mine: { default: [{ text: "Heard." }] } }, { look });
  page = testPage.page;
  return testPage.close;
});

const message = () => page.getByRole("textbox", { name: "Message" });
const folder = () => page.getByRole("combobox", { name: "Project folder" });
const agent = (name: RegExp) => page.getByRole("button", { name });

test("without a folder the page asks for one and keeps the message", async () => {
  await agent(/^mine/).click();
  await message().fill("Do something");
  await message().press("Enter");
  await page.getByText(/^Enter the folder/).waitFor();
  expect(await folder().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await message().inputValue()).toBe("Do something");
  await folder().fill("/nowhere/at/all");
  await page.getByText(/^Enter the folder/).waitFor({ state: "detached" });
  await message().press("Enter");
  const failed = page.getByText("Your message is still here.");
  await failed.waitFor();
  await folder().fill(testPage.server.project);
  await failed.waitFor({ state: "detached" });
  await message().press("Enter");
  await page.getByText("Heard.").waitFor();
  // The styles of the session page load later than those of the field.
  await message().focus();
  expect(await message().evaluate((field) => getComputedStyle(field).outlineStyle)).toBe("none");
});

test("the demo agent starts in its own project, and the example prompts work there", async () => {
  await page.goto(testPage.server.url);
  await agent(/^demo Sample project/).click();
  const own = path.join(testPage.server.home, "demo-project");
  await expect.poll(() => folder().inputValue()).toBe(own);
  await page.getByRole("button", { name: "Run the tests" }).click();
  await page.keyboard.press("Enter");
  await page.getByText("I'll run the tests.").waitFor();
  const { sessions } = await testPage.server.get<{ sessions: { project_root: string }[] }>("/api/sessions");
  expect(sessions.map(({ project_root }) => project_root)).toContain(own);
  await page.goto(testPage.server.url);
  await agent(/^mine/).click();
  await expect.poll(() => folder().inputValue()).toBe(testPage.server.project);
});

test("pasting a link into a signed-out page signs it in", async () => {
  const { page: fresh } = await openTab(testPage.browser, testPage.server.url);
  await fresh.getByText("npx polylog open").waitFor();
  // The same page with another fragment does not reload.
  await fresh.goto(await testPage.server.signIn());
  await fresh.getByText("What should we work on?").waitFor();
  expect(new URL(fresh.url()).hash).toBe("");
});
