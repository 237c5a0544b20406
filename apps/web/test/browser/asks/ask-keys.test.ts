import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

const permission = {
  permission: { toolName: "Bash", description: "x", input: { command: "make\n".repeat(12) } },
};
const question = {
  question: [{ question: "Which store?", header: "Store", options: [{ label: "A" }, { label: "B" }] }],
};
const script = {
  prompts: [
    { match: "^permit", steps: [{ ask: permission }, { text: "Continued." }] },
    { match: "^question", steps: [{ ask: question }, { text: "So it is." }] },
    { match: "^work", steps: [{ text: "It begins." }, { wait: 600_000 }] },
  ],
  default: [{ text: "Heard." }],
};

let server: PolylogServer;
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 700 } };
  const testPage: TestPage = await openTestPage({ mine: script }, { look });
  ({ server, page } = testPage);
  return testPage.close;
});

const message = () => page.getByRole("textbox", { name: "Message" });
const open = async (says: string) => {
  const session = await server.chat(says);
  await page.goto(`${server.url}/s/${session}`);
  await message().waitFor();
  return session;
};
/** The name of the focused element. */
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName);

test("a number key answers in a newly opened session, although the message field has the focus", async () => {
  await open("permit this");
  await page.getByText("Run command").waitFor();
  expect(await focused()).toBe("Message");
  await page.keyboard.press("1");
  await page.getByText("Continued.").waitFor();
  expect(await message().inputValue()).toBe("");
});

test("number keys enter digits once a message was started", async () => {
  await open("permit that");
  await page.getByText("Run command").waitFor();
  await message().fill("no ");
  await page.keyboard.press("End");
  await page.keyboard.type("12");
  expect(await message().inputValue()).toBe("no 12");
  await message().fill("");
  await page
    .getByRole("button", { name: /^Allow/ })
    .first()
    .click();
  await page.getByText("Continued.").waitFor();
  await expect.poll(focused).toBe("Message");
});

test("a number key selects an option and Enter answers", async () => {
  await open("question me");
  await page.getByText("Which store?").waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await page.getByText("So it is.").waitFor();
  await page.getByText("B", { exact: true }).waitFor();
});

test("number keys in the inbox belong to one card, never to one that is off screen", async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4]) ids.push(await server.chat(`permit ${n}`));
  await page.goto(`${server.url}/inbox`);
  const cards = page.locator("li[data-ask-id]");
  await expect.poll(() => cards.count()).toBe(4);
  const keyed = () => cards.evaluateAll((all) => all.map((card) => card.querySelectorAll("kbd").length > 0));
  await expect.poll(keyed).toEqual([true, false, false, false]);
  await cards.last().scrollIntoViewIfNeeded();
  await cards.last().hover();
  await expect.poll(keyed).toEqual([false, false, false, true]);
  await page.keyboard.press("1");
  await expect.poll(() => cards.count()).toBe(3);
  const { sessions } = await server.get<{ sessions: { session_id: string; status: string }[] }>(
    "/api/sessions",
  );
  const last = sessions.find(({ session_id }) => session_id === ids[3]);
  expect(last?.status).not.toBe("waiting_for_you");
});

test("Esc leaves the search and the panel without stopping the run", async () => {
  const session = await open("work long");
  await page.getByText("It begins.").waitFor();
  const search = page.getByLabel("Search sessions and text");
  await search.fill("some");
  await search.press("Escape");
  expect(await search.inputValue()).toBe("");
  await search.press("Escape");
  expect(await focused()).toBe("Message");
  await page.getByRole("button", { name: /panel/i }).first().click();
  await page.getByRole("tab", { name: "Changes" }).press("Escape");
  await page.getByRole("tab", { name: "Changes" }).waitFor({ state: "detached" });
  expect(await focused()).toBe("Message");
  const row = await server.get<{ status: string }>(`/api/sessions/${session}`);
  expect(JSON.stringify(row)).toMatch(/"working"|"running"/);
  await page.keyboard.press("Escape");
  await page.getByText("Interrupted").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => page.getByText("It begins.").count()).toBe(2);
  expect(await page.getByRole("button", { name: "Send again" }).count()).toBe(0);
});

test("closing an overlay restores the focus", async () => {
  await open("hello");
  await page.getByText("Heard.").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focused).toBe("Message");
  await page.keyboard.press("Control+f");
  await page.getByRole("search").getByRole("textbox").press("Escape");
  await expect.poll(focused).toBe("Message");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Rename");
  await page.getByRole("option", { selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Title").press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focused).toBe("Message");
});
