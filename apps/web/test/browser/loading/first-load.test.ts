import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

/** The size of a session's first load. The project's own limit is 250. */
const mostKb = 238;

let server: PolylogServer;
let browser: Browser;
let session: string;
let storageState: BrowserContextOptions["storageState"];

beforeAll(async () => {
  const testPage = await openTestPage({ claude: [{ text: "It is **here**." }] }, { look: {} });
  ({ server, browser } = testPage);
  session = await server.chat("hello");
  storageState = await testPage.page.context().storageState();
  await testPage.page.context().close();
  return testPage.close;
});

/** Signed in, with an empty cache; code that loads when the page is idle never loads. */
async function openFresh(watch: (page: Page) => void = () => {}): Promise<Page> {
  const context = await browser.newContext({
    storageState,
    serviceWorkers: "block",
  } as BrowserContextOptions);
  const fresh = await context.newPage();
  await fresh.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  watch(fresh);
  await fresh.goto(`${server.url}/s/${session}`);
  await fresh.getByText("It is").waitFor();
  await fresh.getByRole("textbox", { name: "Message" }).waitFor();
  return fresh;
}

test("a session's first load is small and compressed", async () => {
  const scripts: Promise<{ readonly gzip: number; readonly encoding: string }>[] = [];
  const page = await openFresh((fresh) =>
    fresh.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      scripts.push(
        response.body().then((body) => ({
          gzip: gzipSync(body, { level: 9 }).length,
          encoding: body.length < 1024 ? "small" : (response.headers()["content-encoding"] ?? "none"),
        })),
      );
    }),
  );
  const loaded = await Promise.all(scripts);
  const kb = loaded.reduce((sum, { gzip }) => sum + gzip, 0) / 1000;
  expect(kb).toBeGreaterThan(100);
  expect(kb).toBeLessThanOrEqual(mostKb);
  expect(loaded.filter(({ encoding }) => encoding === "none")).toEqual([]);
  await page.context().close();
});

test("[W1] a finished response's summary appears with its text, without a layout shift", async () => {
  const page = await openFresh();
  const response = page.getByRole("article", { name: "claude" });
  expect(await response.locator("p").first().innerText()).toMatch(/ tokens$/);
  await page.context().close();
});

/** The role and name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement;
    return `${at.getAttribute("role") ?? at.tagName.toLowerCase()} ${at.ariaLabel ?? at.innerText}`;
  });

test("a menu takes the focus when first opened, and restores it", async () => {
  for (const key of ["Enter", "ArrowDown"]) {
    const page = await openFresh();
    const button = page.getByRole("button", { name: "Session menu", exact: true });
    await button.focus();
    await button.press(key);
    await page.getByRole("menuitem", { name: "Find…" }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^menuitem Find…/);
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("menuitem Rename…");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("button Session menu");
    expect(await page.getByRole("menu").count()).toBe(0);
    await page.context().close();
  }
});

test("a menu opened by pointer takes the focus, and its button closes it", async () => {
  const page = await openFresh();
  const button = page.getByRole("button", { name: "Session menu", exact: true });
  await button.click();
  await page.getByRole("menu", { name: "Session menu" }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^menu /);
  await button.click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await button.click();
  await page.getByRole("menu").waitFor();
  await page.getByRole("textbox", { name: "Message" }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toMatch(/Message/);
  await page.context().close();
});

test("a dialog takes the focus when a key first opens it", async () => {
  const page = await openFresh();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await expect.poll(() => focused(page)).toMatch(/^combobox/);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.context().close();
});
