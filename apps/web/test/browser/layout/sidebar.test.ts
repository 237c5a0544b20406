import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openTab } from "../support/browser.ts";
import { PolylogServer } from "../support/polylog-server.ts";

const sessions = 450;
let server: PolylogServer;
let browser: Browser;
let page: Page;
let oldest = "";

beforeAll(async () => {
  [server, browser] = await Promise.all([
    PolylogServer.start({ claude: { default: [{ text: "Heard." }] } }),
    openBrowser(),
  ]);
  for (let at = 1; at <= sessions; at++) {
    const body = { project_root: server.project, agent_id: "claude", title: `Work number ${at}` };
    const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
    oldest ||= session_id;
  }
  ({ page } = await openTab(browser, await server.signIn(), { viewport: { width: 1280, height: 800 } }));
  await page.getByRole("link", { name: new RegExp(`Work number ${sessions}\\b`) }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const sidebar = () => page.getByRole("navigation", { name: "Sessions" });
const inDocument = () =>
  sidebar()
    .getByRole("link", { name: /^(?:Idle )?Work number/ })
    .count();

test("only visible sessions are in the document, and scrolling reaches the oldest one", async () => {
  expect(await inDocument()).toBeLessThan(60);
  const first = sidebar().getByText("Work number 1", { exact: true });
  const list = sidebar().locator("ul").first();
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
      return first.count();
    })
    .toBe(1);
  expect(await inDocument()).toBeLessThan(60);
  await first.click();
  await page.waitForURL(`**/s/${oldest}`);
});

test("[W7] the palette finds a session that was never loaded, and lists its exact title first", async () => {
  await page.goto(server.url);
  await sidebar().getByText(`Work number ${sessions}`).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(/^Search sessions, actions/).fill("work number 17");
  const first = page.getByRole("option").first();
  await expect.poll(() => first.innerText()).toMatch(/^Work number 17\n/);
  await page.keyboard.press("Escape");
});

test("the search finds sessions that were never loaded, and their page knows its project", async () => {
  await page.reload();
  await sidebar().getByText(`Work number ${sessions}`).waitFor();
  await page.getByLabel("Search sessions and text").fill("number 17");
  // By its state: the text search lists the session below under the same title.
  await sidebar()
    .getByRole("link", { name: /^Idle Work number 17\b/ })
    .waitFor();
  await page.goto(`${server.url}/s/${oldest}`);
  await page.getByRole("textbox", { name: "Message" }).fill("hello");
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await page.getByText("Heard.").waitFor();
  // The activity moves it to the top of the list.
  const top = sidebar().locator("ul").first().getByRole("link").first();
  await expect.poll(() => top.innerText()).toMatch(/^Work number 1\b/);
});

// The import itself is tested with the agents' programs; this tests its dialog.
test("a session of an agent's own program is continued from the new session dialog, which shows failures", async () => {
  const native = { native_id: "n1", command: null, agent_id: "claude", updated_ts: Date.now() };
  const rows = [
    { ...native, title: "Begun elsewhere", session_id: null },
    { ...native, native_id: "n2", title: "Known here", session_id: oldest },
  ];
  const asked: unknown[] = [];
  await page.route("**/api/native-sessions**", async (route) => {
    if (route.request().method() === "GET") return route.fulfill({ json: { sessions: rows } });
    asked.push(route.request().postDataJSON());
    if (asked.length === 1) {
      const error = { code: "bad_file", message: "Its file is damaged.", retryable: false, details: {} };
      return route.fulfill({ status: 422, json: { error } });
    }
    return route.fulfill({
      json: { ...(await server.get<object>(`/api/sessions/${oldest}`)), adopted: true },
    });
  });
  await page.goto(`${server.url}/inbox`);
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Continue a session from/ }).click();
  await dialog.getByRole("button", { name: "Open Known here" }).waitFor();
  await dialog.getByRole("button", { name: "Continue Begun elsewhere" }).click();
  await dialog.getByRole("alert").getByText("Its file is damaged.").waitFor();
  await dialog.getByRole("button", { name: "Continue Begun elsewhere" }).click();
  await page.waitForURL(`**/s/${oldest}`);
  const body = { project_root: server.project, agent_id: "claude", native_id: "n1" };
  expect(asked).toEqual([body, body]);
});
