import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import everyCard from "../../fixtures/every-card.json" with { type: "json" };
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import { openTab } from "../support/browser.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

const phone: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};

let server: PolylogServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let session: string;

beforeAll(async () => {
  const endless = { default: [{ text: "It begins." }, { wait: 600_000 }] };
  const testPage = await openTestPage({ claude: everyCard, endless }, { look: phone });
  ({ server, browser, page } = testPage);
  context = page.context();
  session = await server.chat("fix it");
  await page.goto(`${server.url}/s/${session}`);
  await page.getByText("The cart counts a discount once").waitFor();
  return testPage.close;
});

const places = [
  ["", "What should we work on?"],
  ["inbox", "Nothing is waiting for you"],
  ["usage", "Cost"],
  ["missions", "A mission is"],
  ["settings/appearance", "Theme"],
  ["settings/agents", "Refresh"],
  ["settings/projects", "Enabled in this project"],
  ["settings/devices", "This browser"],
  ["settings/notifications", "An agent needs your answer"],
  ["settings/retention", "Size in MB"],
  ["settings/shortcuts", "Show all shortcuts"],
] as const;

test("every page fits 320 pixels, and its controls are large enough to tap", async () => {
  const found: unknown[] = [];
  for (const [at, shows] of [
    ...places,
    [`s/${session}`, "The cart counts"],
    [`usage/${session}`, "Output"],
  ] as const) {
    await page.goto(`${server.url}/${at}`);
    await page.getByText(shows).first().waitFor();
    found.push(...(await page.evaluate(tooWideOrSmall, at)));
  }
  expect(found).toEqual([]);
});

/** Runs in the page: reports overflow at the right edge, and controls that are less than 44 pixels high. */
function tooWideOrSmall(at: string): readonly string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.push(`/${at} is ${wide} too wide`);
  for (const each of document.querySelectorAll<HTMLElement>(
    "nav a, header button, form button, select, input",
  )) {
    // A field that fills its label is as large as the label.
    const { height, width } = (each.closest("label") ?? each).getBoundingClientRect();
    const isHidden =
      width === 0 || getComputedStyle(each).opacity === "0" || each.matches("[type=checkbox], [type=radio]");
    if (!isHidden && height < 43.5)
      found.push(`/${at}: ${each.tagName} ${each.textContent || each.ariaLabel} is ${height} high`);
  }
  return found;
}

test("the hint in the message field names no key that phones lack", async () => {
  await page.goto(`${server.url}/s/${await server.chat("go on", "endless")}`);
  await page.getByText("It begins.").waitFor();
  const field = page.getByRole("textbox", { name: "Message" });
  await expect.poll(() => field.getAttribute("placeholder")).toBe("Steer this run");
  await page.getByRole("button", { name: "While running: steer" }).waitFor();
});

test("the page can be installed: its manifest is complete and its icons exist", async () => {
  await page.goto(server.url);
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const at = new URL(href ?? "", page.url());
  const manifest = (await (await page.request.get(at.href)).json()) as {
    readonly display: string;
    readonly start_url: string;
    readonly icons: readonly { readonly src: string; readonly type: string }[];
  };
  expect(manifest).toMatchObject({ display: "standalone", start_url: "./" });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, at).href);
    expect([src, icon.status(), icon.headers()["content-type"]]).toEqual([src, 200, type]);
  }
});

test("without a server the page opens with the last known state and shows that it is offline; signing out removes that state", async () => {
  const atWork = await server.chat("work", "endless");
  const stateOf = async () => {
    await page.getByRole("button", { name: "Sessions" }).click();
    const state = page.locator(`nav a[href$="${atWork}"] [aria-label]`).first();
    const label = await state.getAttribute("aria-label");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return label;
  };
  await page.goto(`${server.url}/s/${session}`);
  await page.getByText("The cart counts a discount once").waitFor();
  expect(await stateOf()).toBe("Working");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The page's files are cached when it is idle.
    const store = await caches.open("polylog-shell");
    const list = (await (await fetch("/shell.json")).json()) as string[];
    while ((await store.keys()).length < list.length) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await server.crash();
  await page.reload();
  await page.getByText("The cart counts a discount once").waitFor();
  await page.locator("main header").getByRole("button", { name: "Connection: Offline" }).waitFor();
  await server.startAgain();
  await page.locator("main header").getByRole("button", { name: "Connection: Live" }).waitFor();
  await expect.poll(stateOf).toBe("Interrupted");
  const kept = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("polylog-kept")));
  expect((await kept()).length).toBe(1);
  await page.goto(`${server.url}/settings/devices`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Sign in to Polylog").waitFor();
  expect(await kept()).toEqual([]);
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter(
        (name) => name !== "polylog.theme" && !name.startsWith("polylog.read"),
      ),
    ),
  ).toEqual([]);
  expect((await context.cookies()).length).toBe(0);
});

test("a phone is paired after it is approved on the other device", async () => {
  const testPage = await openTab(browser, await server.signIn("/settings/devices"), {
    viewport: { width: 1280, height: 900 },
  });
  await testPage.page.getByRole("button", { name: "Pair a device" }).click();
  await testPage.page.getByLabel("Viewer").check();
  await testPage.page.getByRole("button", { name: "Show QR code" }).click();
  await testPage.page.getByRole("img", { name: /QR code/ }).waitFor();
  const address = await testPage.page.getByRole("dialog").locator("code").innerText();
  const other = await openTab(browser, address, phone);
  await other.page.getByLabel("Device name").fill("Pocket phone");
  expect(await accessibilityViolations(other.page)).toEqual([]);
  await other.page.getByRole("button", { name: "Request access" }).click();
  await other.page.getByText("Waiting for approval on your other device").waitFor();
  await testPage.page.getByRole("dialog").getByText("Pocket phone").waitFor();
  await testPage.page.getByRole("button", { name: "Approve" }).click();
  await other.page.getByText("What should we work on?").waitFor();
  await testPage.page.getByRole("listitem").filter({ hasText: "Pocket phone" }).getByText("Viewer").waitFor();
  await testPage.page.getByRole("button", { name: "Revoke Pocket phone" }).click();
  await testPage.page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await testPage.page.getByText("Pocket phone").waitFor({ state: "detached" });
  expect((await other.page.request.get(`${server.url}/api/me`)).status()).toBe(401);
  // A code works once.
  const late = await openTab(browser, address, phone);
  await late.page.getByRole("button", { name: "Request access" }).click();
  await late.page.getByText("This code is no longer valid").waitFor();
});
