import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestServer } from "../support/test-page.ts";

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  const testServer = await openTestServer({ claude: { default: [{ text: "Heard." }] } });
  ({ server, browser } = testServer);
  return testServer.close;
});

const part = /\/assets\/overlays-[^/]*\.(?:js|css)$/;

/** The page without its overlays, which load when first needed. */
async function withoutOverlays(refuse: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await openTab(browser, await server.signIn(), { serviceWorkers: "block" });
  await page.getByText("What should we work on?").waitFor();
  await refuse(page);
  await page.reload();
  await page.getByText("What should we work on?").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  return page;
}

test("a part of the page that failed to load offline loads when the network is back", async () => {
  const failed: string[] = [];
  const page = await withoutOverlays(async (opened) => {
    opened.on("requestfailed", (request) => failed.push(new URL(request.url()).pathname));
    await opened.route(part, (route) => route.abort());
    await opened.route(/shell\.json$/, (route) => route.abort());
  });
  const failures = (kind: string) => failed.filter((path) => path.endsWith(kind)).length;
  await expect.poll(() => [failures(".css") > 1, failures("shell.json") > 1]).toEqual([true, true]);
  expect(await page.getByText("What should we work on?").isVisible()).toBe(true);
  await page.unrouteAll();
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ""));
  expect(styles.filter((href) => part.test(href)).length).toBe(1);
});

test("a part that the server no longer has asks for a reload, which fixes it", async () => {
  const page = await withoutOverlays(async (opened) => {
    await opened.route(part, (route) => route.fulfill({ status: 404 }));
  });
  await page.getByText("Polylog was updated").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("What should we work on?").waitFor();
});
