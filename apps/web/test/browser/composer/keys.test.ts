import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { countingScript } from "../support/counting-script.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;
let long: string;
let other: string;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  const testPage = await openTestPage({ claude: countingScript }, { look });
  ({ server, tab, page } = testPage);
  other = await server.chat("spend a little");
  long = await server.chat("long talk, please");
  await page.goto(`${server.url}/s/${long}`);
  await page.getByText("Paragraph 59 of a long talk.").waitFor();
  return testPage.close;
});

beforeEach(async () => {
  await page.goto(`${server.url}/s/${long}`);
  await message().waitFor();
});

const message = () => page.getByRole("textbox", { name: "Message" });
const palette = () => page.getByPlaceholder(/^Go to a session/);
const openPalette = async (typed = "") => {
  await page.keyboard.press("Control+k");
  await palette().waitFor();
  await palette().pressSequentially(typed);
};
const choose = async (typed: string) => {
  await openPalette(typed);
  await page.getByRole("option", { selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await palette().waitFor({ state: "detached" });
};
/** A closed dialog returns the focus a moment after it is gone. */
const focusReturned = async () => {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => message().evaluate((field) => field === document.activeElement)).toBe(true);
};
/** Out of every field, so that single keys are keys. */
const outOfFields = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

test("the palette goes to a session by its name, and a second press of the keys closes it", async () => {
  await openPalette();
  await page.keyboard.press("Control+k");
  await palette().waitFor({ state: "detached" });
  await choose("spend a little");
  await page.waitForURL(new RegExp(other));
});

test("the palette finds what was said, in any session, and leads to it", async () => {
  await openPalette("costs something");
  const hit = page.getByRole("option", { name: /It costs something/ });
  await hit.waitFor();
  await hit.click();
  await page.waitForURL(new RegExp(`${other}/q/\\d+`));
  await page.getByText("It costs something.").waitFor();
});

test("the palette renames", async () => {
  await choose("Rename");
  const title = page.getByLabel("Title");
  await title.fill("Another name");
  await title.press("Enter");
  await page.getByRole("heading", { name: "Another name", level: 1 }).waitFor();
});

test("the palette's inner lists are left by Backspace and Escape", async () => {
  await openPalette("Permission mode");
  await page.keyboard.press("Enter");
  const inner = page.getByPlaceholder("Permission mode");
  await inner.waitFor();
  await page.keyboard.press("Backspace");
  await palette().waitFor();
  await page.keyboard.type("Permission mode");
  await page.keyboard.press("Enter");
  await inner.waitFor();
  await page.keyboard.type("plan");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Permission mode: Plan" }).waitFor();
});

test("a theme is chosen in the palette and stays", async () => {
  await choose("Dark theme");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await page.reload();
  await message().waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
});

test("? lists the keys, N begins a session, I opens the inbox; in a field they are letters", async () => {
  await message().fill("");
  await message().pressSequentially("ni?");
  expect(await message().inputValue()).toBe("ni?");
  await message().fill("");
  // Nobody has begun to write yet.
  await message().press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await focusReturned();
  await outOfFields();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await focusReturned();
  await outOfFields();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New session" });
  await dialog.getByLabel(/Folder of the project/).fill("/nowhere/at/all");
  await dialog.getByText("This folder does not exist.").waitFor();
  expect(await dialog.getByRole("button", { name: "Begin" }).isDisabled()).toBe(true);
  await dialog.getByLabel(/Folder of the project/).fill(server.project);
  await dialog.getByText(/^There, with/).waitFor();
  await dialog.getByRole("combobox", { name: "Permission mode" }).selectOption("plan");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Permission mode: Plan" }).waitFor();
  await outOfFields();
  await page.keyboard.press("i");
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
});

test("Alt with the arrows goes through the sessions of the list", async () => {
  await page.locator("nav a[aria-current=page]").waitFor();
  const links = page.locator("nav a[href*='/s/']");
  const names = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  const at = names.indexOf(page.url());
  await page.keyboard.press(at === 0 ? "Alt+ArrowDown" : "Alt+ArrowUp");
  await page.waitForURL(names[at === 0 ? 1 : at - 1] ?? "");
});

test("find reaches what is not in the document, counts it, and goes on and back", async () => {
  const bar = page.getByRole("search");
  const field = bar.getByRole("textbox");
  expect(await page.getByText("A needle in paragraph 7.").count()).toBe(0);
  await page.keyboard.press("Control+f");
  await field.fill("needle");
  await bar.getByText("3 of 3").waitFor();
  await page.getByText("A needle in paragraph 47.").waitFor();
  await field.press("Enter");
  await bar.getByText("1 of 3").waitFor();
  await page.getByText("A needle in paragraph 7.").waitFor();
  await field.press("Shift+Enter");
  await bar.getByText("3 of 3").waitFor();
  await field.fill("output of step 12");
  await bar.getByText("1 of 1").waitFor();
  await field.fill("is nowhere");
  await bar.getByText("No matches").waitFor();
  await field.press("Escape");
  await bar.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${server.url}/s/${long}`);
});

test("archiving is undone from where it is told, or later from the list; deleting asks first", async () => {
  await choose("Archive");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForURL(new RegExp(long));
  await message().waitFor();
  await choose("Archive");
  await page.waitForURL((url) => url.pathname === "/");
  const archive = page.getByRole("region", { name: "Archived sessions" });
  await archive.getByRole("button", { name: "Archived" }).click();
  await archive.getByRole("button", { name: "Bring back" }).click();
  await page.waitForURL(new RegExp(long));
  await message().waitFor();
  await archive.getByText("Nothing was put away.").waitFor();
  await choose("Fork");
  await page.waitForURL((url) => /\/s\//.test(url.pathname) && !url.pathname.includes(long));
  const fork = page.url();
  await message().waitFor();
  await choose("Delete");
  await page
    .getByRole("dialog", { name: "Delete this session?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.waitForURL((url) => url.pathname === "/");
  const gone = new URL(fork).pathname.replace("/s/", "/api/sessions/");
  await expect(server.get(gone)).rejects.toThrow(`${gone}: 404`);
});

test("the list of sessions is searched by name, and the text of all of them below it", async () => {
  await page.getByLabel("Find sessions and text").fill("costs something");
  const hits = page.getByRole("region", { name: "In the text" });
  await hits.getByText("It", { exact: false }).first().waitFor();
  await hits.getByRole("link").first().click();
  await page.waitForURL(new RegExp(`${other}/q/`));
});

test("the tab tells how many things wait, and stops when they are answered", async () => {
  const asking = await server.chat("ask me");
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  const icon = () => page.locator("link[rel=icon]").getAttribute("href");
  expect(await icon()).toMatch(/icon-waiting\.svg$/);
  await page.goto(`${server.url}/s/${asking}`);
  await page.getByRole("article", { name: "Waiting for your answer" }).waitFor();
  await page.getByLabel("Conversation", { exact: true }).press("1");
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await expect.poll(icon).toMatch(/icon\.svg$/);
});

test("none of it broke a rule of the page, or asked anybody else", () => {
  const { outside } = tab;
  // Asked for on purpose: a session that was deleted, a folder that is not there.
  const problems = tab.problems.filter((problem) => !/^(?:404|422) /.test(problem));
  expect({ problems, outside }).toEqual({ problems: [], outside: [] });
});
