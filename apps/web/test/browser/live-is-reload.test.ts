import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import everyCard from "../fixtures/every-card.json" with { type: "json" };
import { openBrowser, openTab } from "./support/browser.ts";
import { domOf } from "./support/dom-of.ts";
import { PolylogServer } from "./support/polylog-server.ts";

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PolylogServer.start({ claude: everyCard }), openBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Sends a prompt by the page's own field, from the start page. */
async function begin(page: Page, text: string): Promise<void> {
  await page.getByLabel("Folder of the project").fill(server.project);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(text);
  await field.press("Enter");
  await page.waitForURL(/\/s\//);
}

test("what streamed in is what a reload shows, and what a second client sees, node by node", {
  timeout: 60_000,
}, async () => {
  const live = await openTab(browser, await server.signIn());
  await begin(live.page, "The discount is applied twice. Mend it.");
  const second = await openTab(browser, await server.signIn(new URL(live.page.url()).pathname));
  await live.page.getByText("The cart counts a discount once, and").waitFor();
  const streamed = await domOf(live.page);
  expect(streamed.length).toBeGreaterThan(500);
  await live.page.reload();
  await live.page.getByText("The cart counts a discount once, and").waitFor();
  expect(await domOf(live.page)).toEqual(streamed);
  expect(await domOf(second.page)).toEqual(streamed);
  for (const { problems, outside } of [live, second])
    expect({ problems, outside }).toEqual({ problems: [], outside: [] });
});

test("a permission is answered by its number, and the answer is the same after a reload", {
  timeout: 60_000,
}, async () => {
  const { page, problems } = await openTab(
    browser,
    await server.signIn(`/s/${await server.chat("permission, please")}`),
  );
  await page.getByText("Allow this command?").waitFor();
  await expect(page.getByTitle("Hidden character U+202E").count()).resolves.toBe(2);
  await page.getByLabel("Conversation", { exact: true }).press("1");
  await page.getByText("The cache is gone and the build passes.").waitFor();
  const answered = await domOf(page);
  await page.reload();
  await page.getByText("The cache is gone and the build passes.").waitFor();
  expect(await domOf(page)).toEqual(answered);
  expect(problems).toEqual([]);
});

test("Escape interrupts: the text so far stays, and a reload shows the same", {
  timeout: 60_000,
}, async () => {
  const { page, problems } = await openTab(
    browser,
    await server.signIn(`/s/${await server.chat("slow, please")}`),
  );
  await page.getByText("I look through the sources").waitFor();
  await page.getByRole("textbox", { name: "Message" }).press("Escape");
  await page.getByText("by you").waitFor();
  const stopped = await domOf(page);
  expect(
    stopped.some(
      (line) => line.includes('data-state=\\"interrupted\\"') || line.includes('data-state="interrupted"'),
    ),
  ).toBe(true);
  await page.reload();
  await page.getByText("by you").waitFor();
  expect(await domOf(page)).toEqual(stopped);
  expect(problems).toEqual([]);
});

test("what a subagent asks waits in sight at the end of the talk", { timeout: 60_000 }, async () => {
  const session = `/s/${await server.chat("nested, please")}`;
  const { page, problems } = await openTab(browser, await server.signIn(session));
  await page.getByText("claude › claude (subagent)").waitFor();
  await page
    .getByRole("button", { name: /^Allow\b/ })
    .first()
    .click();
  await page.getByText("The subagent is done.").waitFor();
  const answered = await domOf(page);
  await page.reload();
  await page.getByText("The subagent is done.").waitFor();
  expect(await domOf(page)).toEqual(answered);
  expect(problems).toEqual([]);
});
