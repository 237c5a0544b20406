import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import { countingScript } from "../support/counting-script.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;
let spent: string;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 900 }, permissions: ["notifications"] };
  const testPage = await openTestPage({ claude: countingScript }, { look });
  ({ server, tab, page } = testPage);
  mkdirSync(path.join(server.project, ".polylog"));
  writeFileSync(
    path.join(server.project, ".polylog/config.json"),
    JSON.stringify({ agents: { helper: { backend: "script" } } }),
  );
  spent = await server.chat("spend it");
  await server.chat("gratis");
  return testPage.close;
});

const open = (at: string) => page.goto(`${server.url}/${at}`);

test("usage: what has a price is added up, what has none is unknown and never nothing", async () => {
  await open("usage");
  const byModel = page.locator("section").filter({ hasText: "By model" });
  await byModel.waitFor();
  expect(
    (await byModel.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n").slice(0, 2)),
  ).toEqual([
    ["opus", "$0.42"],
    ["local", "unknown"],
  ]);
  expect(await page.getByRole("definition").first().innerText()).toBe("≥ $0.42");
  await page.getByText("All numbers as a table").click();
  const cells = await page.getByRole("row").filter({ hasText: "local" }).getByRole("cell").allInnerTexts();
  expect(cells.slice(1)).toEqual(["shop", "claude", "local", "unknown", "10", "5", "0"]);
  await page.getByText("Tokens", { exact: true }).click();
  await page.getByRole("img", { name: /^Tokens per day/ }).waitFor();
  await open(`usage/${spent}`);
  await page.getByRole("img", { name: "Cost of each run. 1 run, in all $0.42." }).waitFor();
});

test("missions: one is set, changed and ended, and those before stay in sight", async () => {
  await open("missions");
  await page.getByText("are prompted with it whenever they are idle").waitFor();
  await page.getByLabel("What is to be achieved").fill("Keep the tests green.");
  await page.getByRole("combobox", { name: "Interval" }).selectOption({ label: "After an hour" });
  await page.getByRole("button", { name: "Set the mission" }).click();
  await page.getByText(/^The default agent · After an hour · prompted \d+ of 100 times$/).waitFor();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("What is to be achieved instead").fill("Keep the docs true.");
  await page.getByRole("button", { name: "Set the mission" }).click();
  await page.getByRole("region", { name: "Before" }).getByText("Keep the tests green.").waitFor();
  await page.getByRole("button", { name: "End the mission" }).click();
  await page.getByLabel("What is to be achieved").waitFor();
  const { missions } = await server.get<{ missions: { text: string; ended_ts: number | null }[] }>(
    `/api/missions?project_root=${encodeURIComponent(server.project)}`,
  );
  expect(missions.map(({ text, ended_ts }) => [text, ended_ts === null])).toEqual([
    ["Keep the docs true.", false],
    ["Keep the tests green.", false],
  ]);
});

test("what another screen changes beside the log shows here without a reload", async () => {
  await open("missions");
  await page.getByLabel("What is to be achieved").waitFor();
  const root = { project_root: server.project };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", {
    ...root,
    title: "Elsewhere",
  });
  const row = page.getByRole("navigation", { name: "Sessions" }).getByText("Elsewhere", { exact: true });
  await row.waitFor();
  await server.post(`/api/sessions/${session_id}`, { archived: true }, "PATCH");
  await row.waitFor({ state: "detached" });
  await server.post("/api/mission", { ...root, text: "Set from elsewhere.", interval_seconds: 3600 });
  await page.getByText(/^The default agent · After an hour · prompted \d+ of 100 times$/).waitFor();
  await server.post(`/api/mission?project_root=${encodeURIComponent(server.project)}`, {}, "DELETE");
  await page.getByRole("region", { name: "Before" }).getByText("Set from elsewhere.").waitFor();
});

test("settings: a rule for keeping is written into the configuration, which keeps the rest", async () => {
  await open("settings/keeping");
  await page.getByLabel("Days").fill("30");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const settings = await server.get<Record<string, unknown>>("/api/settings");
  expect({ retention: settings.retention, first: settings.default_agent }).toEqual({
    retention: { days: 30 },
    first: "claude",
  });
  await page.getByLabel("Days").fill("a few");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
});

test("settings: an agent is set otherwise in a project, and the folder's trust is asked for by name", async () => {
  await open("settings/projects");
  await page.getByLabel(/Folder of the project/).fill(server.project);
  await page.getByLabel("Model").fill("small");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").waitFor();
  const query = `project_root=${encodeURIComponent(server.project)}&agent_id=claude`;
  expect(await server.get(`/api/agent-override?${query}`)).toEqual({ override: { model: "small" } });
});

test("[S31] notifications are off until somebody turns them on, each kind by itself", async () => {
  await open("settings/notifications");
  const asks = page.getByRole("checkbox", { name: /Something waits for you/ });
  const ended = page.getByRole("checkbox", { name: /A run has ended/ });
  expect([await asks.isChecked(), await ended.isChecked()]).toEqual([false, false]);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const shown: string[] = [];
  await page.exposeFunction("shown", (text: string) => shown.push(text));
  await page.evaluate(() => {
    const { shown } = globalThis as unknown as { shown: (title: string) => void };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      shown(`${title} | ${options?.body}`);
  });
  const untold = await server.chat("nobody is told");
  const status = async () => (await server.get<{ status: string }>(`/api/sessions/${untold}`)).status;
  await expect.poll(status).toBe("idle");
  // And the page knows it: its list is told by the same stream.
  await page.locator(`nav a[href$="${untold}"][title*="Idle"]`).waitFor();
  await ended.check();
  await server.chat("somebody is told");
  await expect.poll(() => shown).toEqual(["Done | somebody is told"]);
  await asks.check();
  await server.chat("ask me");
  const asked = "Run true | shop · ask me · claude";
  await expect.poll(() => shown).toEqual(["Done | somebody is told", asked]);
  await server.chat("sneak it in");
  await expect.poll(() => shown.length).toBe(3);
  expect(shown[2]).toMatch(/^Run echo ⟨U\+202E right-to-left override⟩ x+… \| shop · sneak it in · claude$/);
  expect(shown[2]?.length).toBeLessThan(200);
});

/** Every page and dialog, how one knows that it is there, and how to get to it. */
const places: readonly (readonly [at: string, shows: string, act?: () => Promise<void>])[] = [
  ["usage", "By model"],
  ["usage/SPENT", "Cost of each run"],
  ["missions", "What is to be achieved"],
  ["settings/appearance", "High contrast"],
  ["settings/projects", "May work in this project"],
  [
    "settings/projects",
    "Dollars",
    async () => {
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("button", { name: "Set…" }).click();
    },
  ],
  [
    "s/SPENT",
    "Today in this project",
    async () => {
      await page.getByRole("button", { name: "Cost $0.42, budget" }).click();
    },
  ],
  ["settings/devices", "This browser"],
  ["settings/notifications", "A run has ended"],
  ["settings/keeping", "Size in MB"],
  ["settings/backup", "Check backup"],
  ["settings/keys", "In a session"],
  [
    "settings/devices",
    "Waiting for the device",
    async () => {
      await page.getByRole("button", { name: "Pair a device" }).click();
      await page.getByRole("button", { name: "Show the code" }).click();
    },
  ],
  [
    "s/SPENT",
    "In the text",
    async () => {
      await page.getByRole("textbox", { name: "Message" }).press("Control+k");
      await page.getByPlaceholder(/^Go to a session/).pressSequentially("costs");
    },
  ],
  [
    "s/SPENT",
    "1 of 1",
    async () => {
      await page.getByRole("textbox", { name: "Message" }).press("Control+f");
      await page.getByRole("search").getByRole("textbox").fill("costs something");
    },
  ],
  [
    "inbox",
    "There, with",
    async () => {
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.keyboard.press("n");
    },
  ],
  [
    "inbox",
    "All keys",
    async () => {
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.keyboard.press("?");
    },
  ],
  [
    "inbox",
    "Nobody said that",
    async () => {
      await page.getByLabel("Find sessions and text").fill("unheard");
    },
  ],
];

test.for(places)("%s, where it says “%s”, has no barrier that axe knows", async ([at, shows, act]) => {
  await open(at.replace("SPENT", spent));
  await act?.();
  await page.getByText(shows).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("none of it broke a rule of the page, or asked anybody else", () => {
  const { outside } = tab;
  // The number of days that was none.
  const problems = tab.problems.filter((problem) => !/^422 .*\/api\/settings$/.test(problem));
  expect({ problems, outside }).toEqual({ problems: [], outside: [] });
});
