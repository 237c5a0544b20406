import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

let server: PolylogServer;
let page: Page;
let problems: readonly string[];
let session: string;

beforeAll(async () => {
  const testPage = await openTestPage(
    { claude: { default: [{ text: "Hello." }] } },
    { look: { viewport: { width: 1280, height: 800 } } },
  );
  ({ server, page } = testPage);
  ({ problems } = testPage.tab);
  session = await server.chat("say hello");
  await page.goto(`${server.url}/s/${session}`);
  await page.getByText("Hello.").waitFor();
  return testPage.close;
});

/** The session's modes in order, without the repeats that the agent's program sends. */
async function modes(): Promise<readonly string[]> {
  const { events } = await server.get<{ events: { type: string; modeId?: string }[] }>(
    `/api/sessions/${session}/events?after=0`,
  );
  const told = events.flatMap(({ type, modeId }) =>
    type === "mode_change" && modeId !== undefined ? [modeId] : [],
  );
  return told.filter((mode, index) => mode !== told[index - 1]);
}

const dialog = () => page.getByRole("dialog", { name: "Confirm full access" });
const modeButton = (name: string) => page.getByRole("button", { name: `Permission mode: ${name}` });

test("[S37] Shift+Tab and then Enter never gives full access, and the next Shift+Tab skips it", async () => {
  await page.getByRole("textbox", { name: "Message" }).focus();
  for (const name of ["Accept edits", "Plan"]) {
    await page.keyboard.press("Shift+Tab");
    await modeButton(name).waitFor();
  }
  await page.keyboard.press("Shift+Tab");
  await dialog().waitFor();
  await dialog()
    .getByText('Give the session "say hello" full access? Its agent will run every command')
    .waitFor();
  expect(
    await dialog()
      .getByRole("button", { name: "Cancel" })
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  expect(await modes()).toEqual(["accept_edits", "plan"]);
  await page.keyboard.press("Shift+Tab");
  await modeButton("Ask").waitFor();
  expect(await modes()).toEqual(["accept_edits", "plan", "ask"]);
});

test("[S37] confirming gives full access", async () => {
  await modeButton("Ask").click();
  await page.getByRole("menuitemradio", { name: "Full access" }).click();
  await dialog().getByRole("button", { name: "Give full access" }).click();
  await modeButton("Full access").waitFor();
  expect(await modes()).toEqual(["accept_edits", "plan", "ask", "full"]);
  expect(problems.filter((problem) => !problem.startsWith("409 "))).toEqual([]);
});

test("[S37] a project's full access is confirmed with the project's full path visible, also on a phone", async () => {
  const query = new URLSearchParams({ project_root: server.project, agent_id: "claude" });
  for (const { width, height, scheme } of [
    { width: 1280, height: 800, scheme: "light" },
    { width: 1280, height: 800, scheme: "dark" },
    { width: 360, height: 740, scheme: "light" },
    { width: 360, height: 740, scheme: "dark" },
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${server.url}/settings/projects`);
    await page.getByLabel(/Project folder/).fill(server.project);
    await page.getByRole("combobox", { name: "Permission mode" }).selectOption("full");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog().getByText(`the agent "claude" in ${server.project} full access?`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await server.get(`/api/agent-override?${query}`)).toEqual({ override: null });
  }
});
