import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import { countingScript, words } from "../support/counting-script.ts";
import { domOf } from "../support/dom-of.ts";
import { Line } from "../support/network-proxy.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestServer } from "../support/test-page.ts";

let server: PolylogServer;
let browser: Browser;
let line: Line;

beforeAll(async () => {
  line = await Line.open();
  const flags = ["--base-path", "/polylog", "--origin", line.url];
  const testServer = await openTestServer({ claude: countingScript }, { flags });
  ({ server, browser } = testServer);
  line.leadTo(server.url);
  return async () => {
    await line.close();
    await testServer.close();
  };
});

const sign = (page: Page, state: string) =>
  page.locator("main header").getByRole("button", { name: `Connection: ${state}` });
const counted = async (page: Page) =>
  (await page.getByRole("article", { name: "claude" }).innerText()).match(/word\d+/g) ?? [];

test("a network loss in the middle of a text loses and repeats nothing", async () => {
  const sessionId = await server.chat("count, please");
  const signIn = new URL(await server.signIn(`/s/${sessionId}`));
  // Behind a proxy with its own host name and a path.
  const { page, outside } = await openTab(browser, `${line.url}/polylog/s/${sessionId}${signIn.hash}`);
  await page.getByText("word20").waitFor();
  await page.context().setOffline(true);
  line.cut();
  await sign(page, "Offline").waitFor();
  const seen = await counted(page);
  // The last word may be incomplete.
  expect(seen.slice(0, -1)).toEqual(words.slice(0, seen.length - 1));
  await page.context().setOffline(false);
  line.restore();
  await page.getByText("word240").waitFor();
  await sign(page, "Live").waitFor();
  expect(await counted(page)).toEqual(words);
  const live = await domOf(page);
  await page.reload();
  await page.getByText("word240").waitFor();
  expect(await domOf(page)).toEqual(live);
  expect(new URL(page.url()).pathname).toBe(`/polylog/s/${sessionId}`);
  const cookies = await page.context().cookies();
  expect({ outside, paths: cookies.map(({ path }) => path) }).toEqual({ outside: [], paths: ["/polylog/"] });
});

test("links, the palette and the installed page stay below a proxy's path", async () => {
  const { hash } = new URL(await server.signIn());
  const { page, problems } = await openTab(browser, `${line.url}/polylog/${hash}`);
  await page.getByText("What should we work on?").waitFor();
  await page.getByRole("link", { name: "Inbox" }).click();
  await page.waitForURL(`${line.url}/polylog/inbox`);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(/^Search sessions, actions/).pressSequentially("usage and cost");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${line.url}/polylog/usage`);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect({ scope, problems }).toEqual({ scope: `${line.url}/polylog/`, problems: [] });
});

test("a server killed in the middle of a text loses and repeats nothing, and the run is interrupted", async () => {
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
  // The last word may be incomplete.
  expect(said.slice(0, -1)).toEqual(words.slice(0, said.length - 1));
  const live = await domOf(page);
  await page.reload();
  await page
    .getByText(/interrupted/i)
    .first()
    .waitFor();
  expect(await domOf(page)).toEqual(live);
});
