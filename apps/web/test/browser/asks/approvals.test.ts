import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import { openTab } from "../support/browser.ts";
import { payloads } from "../support/payloads.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

const permission = (toolName: string, input: object, more: object = {}) => ({
  ask: { permission: { toolName, input, ...more } },
});
const edit = { file_path: "src/cart.ts", old_string: "cart = []", new_string: "cart = {}" };
const lines = Array.from({ length: 5000 }, (_, index) => `echo line ${index + 1}`);
const fiveOptions = [
  ["allow_once", "Allow once"],
  ["allow_session", "Allow in this session"],
  ["allow_always", "Always allow"],
  ["reject_once", "Reject"],
  ["reject_always", "Always reject"],
].map(([kind, name]) => ({ optionId: kind, name, kind }));
const planText = "Tidy up.\n\n<!-- delete the backups -->\n\n<b onclick=go()>Then</b> ship\u202eit";
const hostile = payloads.slice(0, 60).join("\n");
const script = {
  prompts: [
    { match: "^hidden", steps: [permission("Bash", { command: "echo safe \u202e# \u202c\r rm -rf /" })] },
    {
      match: "^target",
      steps: [permission("Bash", { command: "deploy", target: "prod", dangerouslyDisableSandbox: true })],
    },
    { match: "^long", steps: [permission("Bash", { command: lines.join("\n") })] },
    { match: "^edit", steps: [permission("Edit", edit)] },
    {
      match: "^far",
      steps: [permission("Edit", { ...edit, new_string: `cart = []${" ".repeat(400)}; wipe()` })],
    },
    { match: "^plan", steps: [{ ask: { plan: { text: planText, entries: [] } } }] },
    { match: "^write", steps: [permission("Write", { file_path: "src/new.ts", content: "export {};\n" })] },
    {
      match: "^five",
      steps: [permission("Bash", { command: "git status --short" }, { options: fiveOptions })],
    },
    {
      match: "^hostile",
      steps: [
        permission("Bash", { command: hostile, [hostile]: hostile, cwd: hostile }, { description: hostile }),
        permission("Edit", { file_path: hostile, old_string: "a", new_string: hostile }),
        permission(
          hostile.slice(0, 60),
          { url: hostile, nested: { [hostile]: [hostile] } },
          {
            options: [{ optionId: "no", name: hostile, kind: "reject_once" }, ...fiveOptions.slice(0, 3)],
          },
        ),
        { ask: { question: [{ question: hostile, header: hostile, options: [{ label: hostile }] }] } },
        { ask: { plan: { text: hostile, entries: [{ content: hostile, status: "pending" }] } } },
      ],
    },
  ],
  default: [{ text: "Heard." }],
};

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;
let browser: Browser;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 900 } };
  const testPage = await openTestPage({ claude: script }, { look, model: {} });
  ({ server, tab, page, browser } = testPage);
  return testPage.close;
});

const ask = () => page.getByRole("article", { name: "Waiting for your answer" });
const open = async (says: string, agent = "claude") =>
  page.goto(`${server.url}/s/${await server.chat(says, agent)}`);
const openAll = (where: Locator) =>
  where.evaluate((card) => {
    const closed = card.querySelectorAll<HTMLElement>("summary, [aria-expanded=false]:not([aria-haspopup])");
    for (const each of closed) each.click();
  });
const inView = async (where: Locator) => {
  const box = await where.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
};
const answered = async (key: string) => {
  await page.keyboard.press(key);
  await ask().waitFor({ state: "detached" });
};

test("[S31] an edit that hides which file it changes", async () => {
  await open("edit it");
  expect(await ask().getByRole("heading").innerText()).toContain("src/cart.ts");
  await answered("1");
  await open("write it");
  expect(await ask().getByRole("heading").innerText()).toContain("src/new.ts");
  await answered("1");
});

test("[S31] a command with hidden bidi and CR characters that reads like a comment", async () => {
  await open("hidden things");
  await ask().waitFor();
  for (const code of ["U+202E", "U+202C", "U+000D"])
    expect(await ask().getByRole("img", { name: code }).count()).toBeGreaterThan(0);
  expect(await ask().innerText()).not.toMatch(/[\u202e\u202c\r]/);
  await page.goto(`${server.url}/inbox`);
  await ask().getByRole("img", { name: "U+202E" }).first().waitFor();
  expect({ violations: await accessibilityViolations(page), problems: tab.problems }).toEqual({
    violations: [],
    problems: [],
  });
  await answered("1");
});

test("[S31] a field other than the command that changes where it runs", async () => {
  await open("target prod");
  const fields = await ask().locator("dl").first().innerText();
  expect(fields).toMatch(/target\s+"?prod/);
  expect(fields).toMatch(/dangerouslyDisableSandbox\s+true/);
  expect(await ask().innerText()).toContain(server.project);
  await answered("1");
});

test("[S31] a 5,000-line command whose end is off screen", async () => {
  await open("long one");
  expect(await ask().innerText()).not.toContain("line 5000");
  await ask().getByRole("button", { name: "Show all 5000 lines" }).click();
  const command = ask().getByRole("group", { name: "Command" });
  await command.press("End");
  const atEnd = () =>
    command.evaluate(
      (box) =>
        box.textContent.trim().endsWith("line 5000") &&
        box.scrollTop + box.clientHeight + 2 > box.scrollHeight,
    );
  await expect.poll(atEnd).toBe(true);
  // The answer buttons are still visible.
  expect(
    await inView(
      ask()
        .getByRole("button", { name: /^Allow/ })
        .first(),
    ),
  ).toBe(true);
  await answered("1");
});

test("[S31] an edit whose second half is 400 spaces to the right", async () => {
  await open("far away");
  const added = ask().locator("ins");
  await added.getByText("wipe()").waitFor();
  const isWhole = (line: Element) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return range.getBoundingClientRect().right <= line.getBoundingClientRect().right;
  };
  expect(await added.evaluate(isWhole)).toBe(true);
  await answered("1");
});

test("[S31] a plan with an HTML comment and a hidden character in its text", async () => {
  await open("plan it");
  await ask().getByText("<!-- delete the backups -->").waitFor();
  await ask().getByText("<b onclick=go()>Then</b> ship⟨U+202E right-to-left override⟩it").waitFor();
  await answered("1");
});

test("[S31] an edit shown twice, in its own row and in the ask", async () => {
  await open('[[write notes.md "first line\\nsecond line\\n"]] [[say All done.]]', "careful");
  await ask().waitFor();
  const row = page.locator('article[aria-label="tool call"]');
  expect(await row.count()).toBe(1);
  expect(await ask().innerText()).toContain("second line");
  expect(await row.innerText()).not.toContain("second line");
  await answered("1");
  await page.getByText("All done.", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^1 tool call/ }).click();
  await row.getByText("second line").waitFor();
});

test("[S31] full access that fills the conversation with automatic answers", async () => {
  await open("[[shell echo one]] [[say All done.]]", "polylog");
  const talk = page.getByLabel("Conversation", { exact: true });
  await talk.locator("p").getByText("All done.").waitFor();
  expect(await talk.locator('article[aria-label="permission"]').count()).toBe(0);
  const row = talk.locator('article[aria-label="tool call"]');
  const mark = row.getByRole("button", { name: "Auto-approved: full access" });
  await mark.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tooltip", { name: "Auto-approved: full access" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  const line = row.getByRole("button", { name: /^Ran echo one/ });
  const before = await line.getAttribute("aria-expanded");
  await line.click({ position: { x: 60, y: 10 } });
  expect(await line.getAttribute("aria-expanded")).not.toBe(before);
  expect({ violations: await accessibilityViolations(page), problems: tab.problems }).toEqual({
    violations: [],
    problems: [],
  });
});

test("[S31] on a phone, a reason that can only be hovered and buttons too small to tap", async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const allowed = await server.chat("[[shell echo one]] [[say All done.]]", "polylog");
  const { page: thumb } = await openTab(browser, await server.signIn(`/s/${allowed}`), phone);
  await thumb.getByRole("button", { name: "Auto-approved: full access" }).tap();
  await thumb.getByRole("tooltip", { name: "Auto-approved: full access" }).waitFor();
  await thumb.goto(`${server.url}/s/${await server.chat("five options")}`);
  const card = thumb.getByRole("article", { name: "Waiting for your answer" });
  await card.waitFor();
  const lowest = (found: Locator) =>
    found.evaluateAll((all) => Math.min(...all.map((each) => each.getBoundingClientRect().height)));
  expect(await lowest(card.getByRole("button"))).toBeGreaterThanOrEqual(44);
  const wide = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await thumb.evaluate(wide)).toBe(0);
  await card.getByRole("button", { name: "More" }).tap();
  const items = thumb.getByRole("menuitem");
  await items.first().waitFor();
  expect(await lowest(items)).toBeGreaterThanOrEqual(44);
  await items.getByText("Reject with note…").tap();
  await card.getByLabel("Note for the agent").fill("Not now.");
  await card.getByRole("button", { name: "Reject" }).tap();
  await card.waitFor({ state: "detached" });
  await thumb.context().close();
});

test("[S31] five options in a row, including the broadest", async () => {
  await open("five options");
  await ask().waitFor();
  const buttons = async () =>
    (await ask().locator("footer").getByRole("button").allInnerTexts()).map((text) => text.split("\n")[0]);
  expect(await buttons()).toEqual(["Allow once", "Allow in this session", "Reject", "More"]);
  // The coverage of lasting answers is shown before one is pressed.
  expect(await ask().innerText()).toContain("allows exactly this command in this session");
  const more = ask().getByRole("button", { name: "More" });
  await more.focus();
  await page.keyboard.press("ArrowDown");
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: /Always allow/ }).waitFor();
  expect((await menu.getByRole("menuitem").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
    "Always allow",
    "Always reject",
    "Reject with note…",
  ]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await ask().count()).toBe(1);
  await more.click();
  await menu.waitFor();
  expect(await menu.innerText()).toContain("Rejects exactly this command in every project");
  await page.keyboard.press("4");
  await ask().waitFor({ state: "detached" });
  await page.getByText("Always allow").waitFor();
});

test("[S31] an inbox without session titles because the list is not loaded", async () => {
  const session = await server.chat("target of the inbox");
  await server.post(`/api/sessions/${session}`, { title: "Deploy on Friday" }, "PATCH");
  for (let n = 0; n < 210; n++) await server.post("/api/sessions", { project_root: server.project });
  await page.goto(`${server.url}/inbox`);
  const row = page.locator("li[data-ask-id]").filter({ hasText: "deploy" });
  await row.waitFor();
  expect(await row.getByRole("heading", { level: 2 }).innerText()).toMatch(/Deploy on Friday\s+shop/);
  await row
    .getByRole("button", { name: /^Allow/ })
    .first()
    .click();
  await row.waitFor({ state: "detached" });
});

test("[S31] 60 hostile texts in a command, its fields, its file, its options, its session and its project", async () => {
  const folder = path.join(server.project, "<img src=x onerror=ran()> \"'&lt;");
  mkdirSync(folder, { recursive: true });
  const body = { project_root: folder, text: "hostile title", agent_id: "claude" };
  const { session_id: session } = await server.post<{ session_id: string }>("/api/chat", body);
  const title = payloads.find((text) => text.includes("onerror")) ?? "";
  await server.post(`/api/sessions/${session}`, { title: title.slice(0, 190) }, "PATCH");
  const ran: string[] = [];
  await page.exposeFunction("ran", () => ran.push("called"));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  const waiting = async () =>
    (await server.get<{ asks: { ask_id: string; session_id: string }[] }>("/api/asks")).asks.find(
      ({ session_id }) => session_id === session,
    )?.ask_id;
  for (const kind of ["command", "edit", "tool", "question", "plan"]) {
    await expect.poll(waiting).toBeDefined();
    const askId = await waiting();
    await page.goto(`${server.url}/inbox`);
    const card = page.locator(`li[data-ask-id="${askId}"]`);
    await card.waitFor();
    await openAll(card);
    await page.goto(`${server.url}/s/${session}`);
    await ask().waitFor();
    await openAll(ask());
    if (kind === "question") {
      await ask().getByRole("radio").first().check();
      await ask()
        .getByRole("button", { name: /^Answer/ })
        .click();
    } else await page.keyboard.press("1");
    await expect.poll(waiting).not.toBe(askId);
  }
  expect({ ran, problems: tab.problems, outside: tab.outside }).toEqual({
    ran: [],
    problems: [],
    outside: [],
  });
});
