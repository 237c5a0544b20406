import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openTab } from "./support/browser.ts";
import { domOf } from "./support/dom-of.ts";
import { countingScript, words } from "./support/long-talk.ts";
import { PolylogServer } from "./support/polylog-server.ts";

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PolylogServer.start({ claude: countingScript }), openBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const sign = (page: Page, state: string) =>
  page.locator("main header").getByRole("button", { name: `Connection: ${state}` });
const counted = async (page: Page) =>
  (await page.getByRole("article", { name: "claude" }).innerText()).match(/word\d+/g) ?? [];

test("a network that goes and comes back in the middle of a text leaves nothing out and nothing twice", {
  timeout: 60_000,
}, async () => {
  const sessionId = await server.chat("count, please");
  const { page } = await openTab(browser, await server.signIn(`/s/${sessionId}`));
  await page.getByText("word20").waitFor();
  await page.context().setOffline(true);
  await sign(page, "Offline").waitFor();
  expect(words.join(" ").startsWith((await counted(page)).slice(0, -1).join(" "))).toBe(true);
  await page.context().setOffline(false);
  await page.getByText("word240").waitFor();
  await sign(page, "Live").waitFor();
  expect(await counted(page)).toEqual(words);
  const live = await domOf(page);
  await page.reload();
  await page.getByText("word240").waitFor();
  expect(await domOf(page)).toEqual(live);
});

test("a server that is killed in the middle of a text: what was said stays, the end is told, nothing is twice", {
  timeout: 60_000,
}, async () => {
  const sessionId = await server.chat("count again, please");
  const { page } = await openTab(browser, await server.signIn(`/s/${sessionId}`));
  await page.getByText("word20").waitFor();
  await server.crash();
  await sign(page, "Offline").waitFor();
  await server.startAgain();
  await sign(page, "Live").waitFor();
  await page
    .getByText(/interrupted/i)
    .first()
    .waitFor();
  const said = await counted(page);
  expect(said.length).toBeGreaterThanOrEqual(20);
  // The last word may have been cut in two.
  expect(said.slice(0, -1)).toEqual(words.slice(0, said.length - 1));
  const live = await domOf(page);
  await page.reload();
  await page
    .getByText(/interrupted/i)
    .first()
    .waitFor();
  expect(await domOf(page)).toEqual(live);
});
