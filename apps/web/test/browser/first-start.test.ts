import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "./support/browser.ts";
import { openTestPage, type TestPage } from "./support/test-page.ts";

let testPage: TestPage;
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  testPage = await openTestPage({ mine: { default: [{ text: "Heard." }] } }, { look });
  page = testPage.page;
  return testPage.close;
});

const message = () => page.getByRole("textbox", { name: "Message" });
const folder = () => page.getByRole("combobox", { name: "Folder of the project" });
const agent = (name: RegExp) => page.getByRole("button", { name });

test("without a folder it is asked for one, and the words stay", async () => {
  await agent(/^mine/).click();
  await message().fill("Do something");
  await message().press("Enter");
  await page.getByText("Which folder?").waitFor();
  expect(await folder().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await message().inputValue()).toBe("Do something");
  await folder().fill("/nowhere/at/all");
  await page.getByText("Which folder?").waitFor({ state: "detached" });
  await message().press("Enter");
  const failed = page.getByText("Nothing was lost: it still stands here.");
  await failed.waitFor();
  await folder().fill(testPage.server.project);
  await failed.waitFor({ state: "detached" });
  await message().press("Enter");
  await page.getByText("Heard.").waitFor();
});

test("the demo begins in its own project, and what is suggested works there", async () => {
  await page.goto(testPage.server.url);
  await agent(/^demo demo/).click();
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

test("a link that is pasted into a page that waits for one signs it in", async () => {
  const { page: fresh } = await openTab(testPage.browser, testPage.server.url);
  await fresh.getByText("npx polylog open").waitFor();
  // The same page with another fragment: it is not loaded again.
  await fresh.goto(await testPage.server.signIn());
  await fresh.getByText("What should be done?").waitFor();
  expect(new URL(fresh.url()).hash).toBe("");
});
