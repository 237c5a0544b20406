import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

const options = [{ optionId: "allow", name: "Allow once", kind: "allow_once" }];
const script = {
  prompts: [
    {
      match: "^ask",
      steps: [{ ask: { permission: { toolName: "Bash", input: { command: "make" }, options } } }],
    },
    { match: "^work", steps: [{ wait: 600_000 }] },
  ],
  default: [{ text: "heard" }],
};

let testPage: TestPage;
let server: PolylogServer;
let page: Page;

beforeAll(async () => {
  testPage = await openTestPage({ claude: script }, { look: { viewport: { width: 1100, height: 800 } } });
  ({ server, page } = testPage);
  return testPage.close;
});

interface Device {
  readonly device_id: string;
  readonly token: string;
}

const addDevice = (name: string, role: string) => server.post<Device>("/api/devices", { name, role });

async function as<T>({ token }: Device, where: string, body: object, method = "POST"): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(server.url + where, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

test("[S35] hovering over a message, an answer, a mode change and a rewind names the device and role behind it", async () => {
  const sessionId = await server.chat("hello");
  const pixel = await addDevice("<b>Pixel</b> 9", "approver");
  await page.goto(`${server.url}/s/${sessionId}`);
  await page.getByText("heard").waitFor();
  const { seq } = await server.get<{ seq: number }>(`/api/sessions/${sessionId}`);
  await as(pixel, `/api/sessions/${sessionId}/rewind`, { seq });
  await as(pixel, `/api/sessions/${sessionId}`, { mode_id: "accept_edits" }, "PATCH");
  await as(pixel, "/api/chat", { project_root: server.project, session_id: sessionId, text: "ask me" });
  await page.getByRole("button", { name: /^Allow once/ }).waitFor();
  const { asks } = await server.get<{ asks: { ask_id: string; session_id: string }[] }>("/api/asks");
  const requestId = asks.find(({ session_id }) => session_id === sessionId)?.ask_id;
  await as(pixel, "/api/permission-response", { request_id: requestId, option_id: "allow" });
  const label = "<b>Pixel</b> 9 · approver";
  for (const text of ["ask me", "Rewound to here", "Mode: Accept edits", "Allow once"]) {
    await page.getByTitle(label, { exact: true }).filter({ hasText: text }).first().waitFor();
  }
});

test("[S35] a prompter's browser offers no change to another device's queued message, and no rewind", async () => {
  const sessionId = await server.chat("work on it");
  await server.post("/api/chat", {
    project_root: server.project,
    session_id: sessionId,
    text: "by the owner",
    delivery: "queue",
  });
  const { code } = await server.post<{ code: string }>("/api/login-codes", {
    role: "prompter",
    name: "Pixel 9",
  });
  const tab = await openTab(testPage.browser, `${server.url}/s/${sessionId}#code=${code}`, {});
  const queue = tab.page.getByRole("region", { name: "Queue" });
  await queue.getByText("by the owner").waitFor();
  expect(await queue.getByRole("button").count()).toBe(0);
  await tab.page.getByRole("button", { name: "Session menu", exact: true }).click();
  await tab.page.getByRole("menuitem", { name: "Archive" }).waitFor();
  expect(await tab.page.getByRole("menuitem", { name: "Delete…" }).count()).toBe(0);
});

test("[S35] items of a revoked device are listed in the settings, where they are resumed or removed", async () => {
  const pixel = await addDevice("Nightly", "prompter");
  const project_root = server.project;
  await as(pixel, "/api/schedules", { project_root, text: "Run the nightly checks.", pattern: "0 3 * * *" });
  await as(pixel, "/api/mission", { project_root, text: "Keep the build green.", interval_seconds: 3600 });
  await page.goto(`${server.url}/settings/devices`);
  await page.getByRole("button", { name: "Revoke Nightly", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  const left = page.getByRole("region", { name: "Paused: left by revoked devices" });
  const row = (text: string) => left.getByRole("listitem").filter({ hasText: text });
  await row("Run the nightly checks.").getByRole("button", { name: "Resume" }).click();
  await row("Run the nightly checks.").waitFor({ state: "detached" });
  const schedules = async () =>
    (await server.get<{ schedules: { enabled: boolean }[] }>("/api/schedules")).schedules;
  expect(await schedules()).toMatchObject([{ enabled: true }]);
  await row("Keep the build green.").getByRole("button", { name: "Remove" }).click();
  await left.waitFor({ state: "detached" });
  const { mission } = await server.get<{ mission: object | null }>(
    `/api/mission?project_root=${encodeURIComponent(project_root)}`,
  );
  expect(mission).toBeNull();
});
