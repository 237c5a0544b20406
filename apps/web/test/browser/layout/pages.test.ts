import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page, Route } from "playwright";
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

test("usage: known prices are added up, and a missing price is unknown, never 0", async () => {
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
  await page.getByText("Show as table").click();
  const cells = await page.getByRole("row").filter({ hasText: "local" }).getByRole("cell").allInnerTexts();
  expect(cells.slice(1)).toEqual(["shop", "claude", "local", "unknown", "10", "5", "0"]);
  await page.getByText("Tokens", { exact: true }).click();
  await page.getByRole("img", { name: /^Tokens per day/ }).waitFor();
  await open(`usage/${spent}`);
  await page.getByRole("img", { name: "Cost per run. 1 run, $0.42 in total." }).waitFor();
});

test("missions: one is set, edited and ended, and past missions stay visible", async () => {
  await open("missions");
  await page.getByText("Polylog prompts its agents whenever they are idle").waitFor();
  await page.getByLabel("Goal").fill("Keep the tests green.");
  await page.getByRole("combobox", { name: "Prompt when idle" }).selectOption({ label: "After an hour" });
  await page.getByRole("button", { name: "Set mission" }).click();
  await page.getByText(/^Default agent · After an hour · prompted \d+ of 100 times$/).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("New goal").fill("Keep the docs true.");
  await page.getByRole("button", { name: "Set mission" }).click();
  await page.getByRole("region", { name: "Past missions" }).getByText("Keep the tests green.").waitFor();
  await page.getByRole("button", { name: "End mission" }).click();
  await page.getByLabel("Goal").waitFor();
  const { missions } = await server.get<{ missions: { text: string; ended_ts: number | null }[] }>(
    `/api/missions?project_root=${encodeURIComponent(server.project)}`,
  );
  expect(missions.map(({ text, ended_ts }) => [text, ended_ts === null])).toEqual([
    ["Keep the docs true.", false],
    ["Keep the tests green.", false],
  ]);
});

test("changes by another client that are not in the log appear without a reload", async () => {
  await open("missions");
  await page.getByLabel("Goal").waitFor();
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
  await page.getByText(/^Default agent · After an hour · prompted \d+ of 100 times$/).waitFor();
  await server.post(`/api/mission?project_root=${encodeURIComponent(server.project)}`, {}, "DELETE");
  await page.getByRole("region", { name: "Past missions" }).getByText("Set from elsewhere.").waitFor();
});

test("a late response does not replace a later one", async () => {
  await open("missions");
  await page.getByLabel("Goal").waitFor();
  const received = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holdFirst = async (route: Route) => {
    const response = await route.fetch();
    received.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  await page.route("**/api/missions?*", holdFirst, { times: 1 });
  const set = (text: string) =>
    server.post("/api/mission", { project_root: server.project, text, interval_seconds: 3600 });
  await set("The first goal.");
  await received.promise;
  await set("The second goal.");
  await page.getByText("The second goal.").waitFor();
  const late = page.waitForEvent("requestfinished", (request) => request.url().includes("/api/missions?"));
  released.resolve();
  await late;
  // The page has drawn what it received.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await page.getByText("The second goal.").count()).toBe(1);
  await page.getByRole("button", { name: "End mission" }).click();
  await page.getByLabel("Goal").waitFor();
});

test("settings: retention limits are written to the configuration without changing the rest", async () => {
  await open("settings/retention");
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

test("settings: an agent is configured for one project", async () => {
  await open("settings/projects");
  await page.getByLabel(/Project folder/).fill(server.project);
  await page.getByLabel("Model").fill("small");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").waitFor();
  const query = `project_root=${encodeURIComponent(server.project)}&agent_id=claude`;
  expect(await server.get(`/api/agent-override?${query}`)).toEqual({ override: { model: "small" } });
});

test("[S31] notifications are off by default and turned on one kind at a time", async () => {
  await open("settings/notifications");
  const asks = page.getByRole("checkbox", { name: /An agent needs your answer/ });
  const ended = page.getByRole("checkbox", { name: /A run ended/ });
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
  // The page has received it, because the same stream updates its list.
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

/** Every page and dialog, a text that shows that it has loaded, and the steps to open it. */
const places: readonly (readonly [at: string, shows: string, act?: () => Promise<void>])[] = [
  ["usage", "By model"],
  ["usage/SPENT", "Cost per run"],
  ["missions", "Goal"],
  ["settings/appearance", "High contrast"],
  ["settings/projects", "Enabled in this project"],
  [
    "settings/projects",
    "Dollars",
    async () => {
      await page.getByRole("button", { name: "Add rule" }).click();
      await page.getByRole("button", { name: "Set limit" }).click();
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
  ["settings/notifications", "A run ended"],
  ["settings/retention", "Size in MB"],
  ["settings/backup", "Check backup"],
  ["settings/shortcuts", "In a session"],
  [
    "settings/devices",
    "Waiting for the device",
    async () => {
      await page.getByRole("button", { name: "Pair a device" }).click();
      await page.getByRole("button", { name: "Show QR code" }).click();
    },
  ],
  [
    "s/SPENT",
    "In conversations",
    async () => {
      await page.getByRole("textbox", { name: "Message" }).press("Control+k");
      await page.getByPlaceholder(/^Search sessions, actions/).pressSequentially("costs");
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
    "Folder found",
    async () => {
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.keyboard.press("n");
    },
  ],
  [
    "inbox",
    "Show all shortcuts",
    async () => {
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.keyboard.press("?");
    },
  ],
  [
    "inbox",
    "No messages match",
    async () => {
      await page.getByLabel("Search sessions and text").fill("unheard");
    },
  ],
];

test.for(places)("%s with “%s” has no axe violations", async ([at, shows, act]) => {
  await open(at.replace("SPENT", spent));
  await act?.();
  await page.getByText(shows).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("no script or policy errors, no requests to other hosts", () => {
  const { outside } = tab;
  // The invalid number of days.
  const problems = tab.problems.filter((problem) => !/^422 .*\/api\/settings$/.test(problem));
  expect({ problems, outside }).toEqual({ problems: [], outside: [] });
});
