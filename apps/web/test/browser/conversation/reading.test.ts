import type { Browser, Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

const printed = Array.from({ length: 9_000 }, (_, at) => `line ${at + 1} of the build, which says much`).join(
  "\n",
);
const rows = Array.from({ length: 900 }, (_, at) => `row ${at + 1}`).join("\n");
/** "Peace", "world" and "yes". */
const [peace, world, yes] = ["\u0633\u0644\u0627\u0645", "\u0639\u0627\u0644\u0645", "\u0646\u0639\u0645"];
const plan = Array.from({ length: 12 }, (_, at) => `${at + 1}. Step ${at + 1}`).join("\n");
const script = {
  prompts: [
    {
      match: "^build",
      steps: [
        { tool: { name: "Bash", input: { command: "make" }, result: printed } },
        {
          tool: {
            name: "Bash",
            input: { command: "npm test" },
            result:
              "\u001b[32mPASS\u001b[0m all <img src=x onerror=alert(1)>\u001b]8;;https://evil.example\u0007\nlast",
          },
        },
        { text: "Built." },
      ],
    },
    {
      match: "^right",
      steps: [
        {
          text: "\u0634\u0643\u0631\u0627 \u0644\u0643.\n\n- \u0648\u0627\u062d\u062f\n\nIn English.\n\n$$\\frac{a}{b} < \\text{<img src=x>}$$ and $\\href{javascript:alert(1)}{x}$",
        },
      ],
    },
    {
      match: "^list",
      steps: [{ tool: { name: "Bash", input: { command: "seq 900" }, result: rows } }, { text: "Listed." }],
    },
    {
      match: "^ask",
      steps: [
        {
          ask: {
            question: {
              question: `${peace}?`,
              header: world,
              options: [{ label: yes, description: peace }, { label: "English" }],
            },
          },
        },
      ],
    },
    { match: "^slow", steps: [{ text: "Slowly." }, { wait: 3_600_000 }] },
    { match: "^plan", steps: [{ ask: { plan: { entries: [], text: plan } } }] },
    { match: "^word", steps: [{ text: "A needle beside a needle, and one more needle." }] },
  ],
  default: [{ text: "Heard." }],
};

let server: PolylogServer;
let browser: Browser;
let page: Page;
let problems: readonly string[];

beforeAll(async () => {
  const testPage = await openTestPage(
    { claude: script },
    { look: { viewport: { width: 1280, height: 900 } } },
  );
  ({ server, browser, page } = testPage);
  ({ problems } = testPage.tab);
  return testPage.close;
});

async function open(text: string, shows: string): Promise<string> {
  const session = await server.chat(text);
  await page.goto(`${server.url}/s/${session}`);
  await page.getByRole("log").getByText(shows).waitFor();
  return session;
}

test("[W6] [W16] truncated output is hidden, opens at its end, and shows its total number of lines", async () => {
  await open("build", "Built.");
  const row = page.getByRole("button", { name: /Ran make/ });
  await expect.poll(() => row.innerText()).toContain("9000 lines");
  expect(await page.getByRole("group", { name: "Output" }).count()).toBe(0);
  await row.click();
  const output = page.getByRole("group", { name: "Output" }).first();
  await output.getByText("line 9000 of the build").waitFor();
  expect((await output.innerText()).trim().split("\n").length).toBe(20);
  expect(await output.evaluate((at) => at.scrollHeight - at.scrollTop - at.clientHeight)).toBeLessThanOrEqual(
    1,
  );
  await page.getByRole("button", { name: "Show all 9000 lines" }).click();
  await output.getByText("line 1 of the build").waitFor();
});

test("[W5] a command's colors are mapped to the theme, and its other codes do nothing", async () => {
  await open("build", "Built.");
  await page.getByRole("button", { name: /Ran npm test/ }).click();
  const output = page.getByRole("group", { name: "Output" }).last();
  await output.getByText("last").waitFor();
  expect(await output.innerText()).toBe("PASS all <img src=x onerror=alert(1)>\nlast");
  const [plain, green, done] = await output.evaluate((element) => {
    const colour = (of: Element) => getComputedStyle(of).color;
    const probe = document.createElement("i");
    probe.style.color = "var(--done)";
    element.append(probe);
    const colours = [colour(element), colour(element.querySelector("span") as Element), colour(probe)];
    probe.remove();
    return colours;
  });
  expect(green).toBe(done);
  expect(green).not.toBe(plain);
});

test("[W10] text follows its own direction, block by block", async () => {
  await open("right", "In English.");
  const log = page.getByRole("log");
  const direction = (text: string) =>
    log.getByText(text).evaluate((element) => getComputedStyle(element).direction);
  expect(await direction("\u0634\u0643\u0631\u0627")).toBe("rtl");
  expect(await direction("\u0648\u0627\u062d\u062f")).toBe("rtl");
  expect(await direction("In English.")).toBe("ltr");
});

test("[W10] questions, queued messages, titles, text boxes and each line of a message have their own direction", async () => {
  const first = `ask me, in a line that is long\n${world}`;
  const session = await open(first, `${peace}?`);
  await server.post(`/api/sessions/${session}`, { title: peace }, "PATCH");
  const body = { project_root: server.project, session_id: session, text: world, delivery: "queue" };
  await server.post("/api/chat", body);
  const direction = (at: Locator) => at.evaluate((element) => getComputedStyle(element).direction);
  const ask = page.getByRole("log").getByRole("group");
  const queue = page.getByRole("region", { name: "Queue" });
  const box = page.getByRole("textbox", { name: "Message" });
  await queue.getByText(world).waitFor();
  await box.fill(peace);
  const found = {
    question: await direction(ask.getByText(`${peace}?`)),
    header: await direction(ask.getByText(world)),
    option: await direction(ask.getByText(yes)),
    about: await direction(ask.getByText(peace, { exact: true })),
    english: await direction(ask.getByText("English")),
    queued: await direction(queue.getByText(world)),
    box: await direction(box),
    title: await direction(page.getByRole("heading", { level: 1, name: peace })),
    row: await direction(page.getByRole("navigation", { name: "Sessions" }).getByText(peace)),
  };
  await box.fill("");
  await queue.getByRole("button", { name: "Edit" }).click();
  const editor = await direction(page.getByLabel("Edit the queued message"));
  await page.keyboard.press("Escape");
  const rtl = { question: "rtl", header: "rtl", option: "rtl", about: "rtl", queued: "rtl", box: "rtl" };
  expect({ ...found, editor }).toEqual({ ...rtl, english: "ltr", title: "rtl", row: "rtl", editor: "rtl" });
  // The second line begins at the right edge of the message.
  const gap = await page
    .getByRole("log")
    .getByText("ask me, in a line that is long")
    .evaluate((element) => {
      const text = element.firstChild as Text;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf("\n") + 1);
      range.setEnd(text, text.length);
      return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
  expect(Math.round(gap)).toBe(0);
});

test("[W8] formulas are rendered once their code is loaded, and contain no links", async () => {
  await open("right", "In English.");
  const log = page.getByRole("log");
  await log.locator("math mfrac").waitFor();
  expect(await log.locator("math a, math img, math [href]").count()).toBe(0);
  expect(await log.getByText("\\href{javascript:alert(1)}{x}").count()).toBeGreaterThanOrEqual(1);
  expect(problems).toEqual([]);
});

test("[W9] find counts every match and steps through matches in one message", async () => {
  await open("word", "A needle");
  await page.keyboard.press("Control+f");
  const bar = page.getByRole("search", { name: "Find in conversation" });
  await bar.getByRole("textbox").fill("needle");
  await bar.getByText("3 of 3").waitFor();
  await bar.getByRole("textbox").press("Enter");
  await bar.getByText("1 of 3").waitFor();
  await bar.getByRole("textbox").press("Shift+Enter");
  await bar.getByText("3 of 3").waitFor();
});

test("[W9] find scrolls to each match in a long output", async () => {
  await open("list", "Listed.");
  await page.keyboard.press("Control+f");
  const bar = page.getByRole("search", { name: "Find in conversation" });
  await bar.getByRole("textbox").fill("row 8");
  await bar.getByText("111 of 111").waitFor();
  const output = page.getByRole("group", { name: "Output" }).first();
  const place = () => output.evaluate((at) => at.scrollTop / at.scrollHeight);
  await expect.poll(place).toBeGreaterThan(0.9);
  await bar.getByRole("textbox").press("Enter");
  await bar.getByText("1 of 111").waitFor();
  await expect.poll(place).toBeLessThan(0.05);
});

test("[W11] a session stays in the list while its request fails, and leaves when it is deleted", async () => {
  const session = await open("word", "A needle");
  const link = page.getByRole("navigation", { name: "Sessions" }).locator(`a[href$="/s/${session}"]`);
  await link.waitFor();
  let refused = 0;
  await page.route(`**/api/sessions/${session}`, (route) => {
    refused++;
    return route.fulfill({ status: 503, body: "{}" });
  });
  await server.post(`/api/sessions/${session}`, { title: "Renamed" }, "PATCH");
  await expect.poll(() => refused).toBeGreaterThan(0);
  expect(await link.count()).toBe(1);
  await page.unroute(`**/api/sessions/${session}`);
  await link.getByText("Renamed").waitFor();
  await server.post(`/api/sessions/${session}`, {}, "DELETE");
  await link.waitFor({ state: "detached" });
});

test("[W12] the first Tab skips the session list and leads to the conversation", async () => {
  await open("word", "A needle");
  const skip = page.getByRole("link", { name: "Skip to content" });
  const isFirst = (element: Element) =>
    element === document.querySelector("a, button, input, textarea, [tabindex]");
  expect(await skip.evaluate(isFirst)).toBe(true);
  await skip.focus();
  expect(await skip.evaluate((element) => getComputedStyle(element).clipPath)).toBe("none");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("log").evaluate((element) => element === document.activeElement))
    .toBe(true);
});

test("[W13] the panel is resized by pointer and keyboard within its limits, and its width is kept", async () => {
  await open("word", "A needle");
  await page.getByRole("button", { name: /panel/i }).first().click();
  const panel = page.getByRole("complementary", { name: "Session details" });
  const edge = page.getByRole("separator", { name: "Panel width" });
  const width = async () => (await panel.boundingBox())?.width;
  expect(await width()).toBe(360);
  await edge.focus();
  await edge.press("ArrowLeft");
  await expect.poll(width).toBe(376);
  await edge.press("Home");
  await expect.poll(width).toBe(280);
  await expect.poll(() => edge.getAttribute("aria-valuenow")).toBe("280");
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, 300);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 96, 300);
  await page.mouse.up();
  await expect.poll(width).toBe(380);
  await edge.press("End");
  await expect.poll(() => page.getByRole("log").evaluate((element) => element.clientWidth)).toBe(380);
  await edge.dblclick();
  await expect.poll(width).toBe(360);
  await edge.press("ArrowLeft");
  await page.reload();
  await page.getByRole("button", { name: /panel/i }).first().click();
  await expect.poll(width).toBe(376);
});

test("[W14] on a zoom of 200 %, a queue and a long draft leave space for the conversation and the send button", async () => {
  const session = await server.chat("slow");
  const viewport = { width: 640, height: 400 };
  const { page } = await openTab(browser, await server.signIn(`/s/${session}`), { viewport });
  await page.getByText("Slowly.").waitFor();
  const body = { project_root: server.project, session_id: session, delivery: "queue" };
  for (const text of ["1", "2", "3", "4", "5", "6"]) await server.post("/api/chat", { ...body, text });
  await page.getByText("6 messages queued").waitFor();
  await page.getByRole("textbox", { name: "Message" }).fill("line\n".repeat(20));
  const send = page.getByRole("button", { name: "Steer", exact: true });
  const bottom = async (at: Locator) => ((box) => (box?.y ?? 0) + (box?.height ?? 0))(await at.boundingBox());
  await expect.poll(() => bottom(send)).toBeLessThanOrEqual(viewport.height);
  expect((await page.getByRole("log").boundingBox())?.height).toBeGreaterThan(60);
  await page.context().close();
});

test("[W14] a plan's numbers with two digits are not cut off", async () => {
  await open("plan", "Step 12");
  const list = page.getByRole("log").getByRole("list").filter({ hasText: "Step 12" });
  const room = await list.evaluate((element) => {
    const item = element.querySelector("li") as HTMLElement;
    const probe = document.createElement("span");
    probe.textContent = "12.\u00a0";
    item.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return Number.parseFloat(getComputedStyle(element).paddingInlineStart) - width;
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test.each([
  ["a tablet", { width: 820, height: 1180 }, 540],
  ["a zoom of 200 %", { width: 640, height: 400 }, 620],
] as const)(
  "[W14] on %s the conversation keeps its space next to an open panel, and nothing is cut off",
  async (_, viewport, least) => {
    const session = await server.chat("build");
    const tab = await openTab(browser, await server.signIn(`/s/${session}`), { viewport });
    const log = tab.page.getByRole("log");
    await log.getByText("Built.").waitFor();
    const box = tab.page.getByRole("textbox", { name: "Message" });
    expect((await log.boundingBox())?.height).toBeGreaterThan(150);
    expect(await box.isVisible()).toBe(true);
    await tab.page.getByRole("button", { name: /panel/i }).first().click();
    await tab.page.getByRole("tab", { name: "Changes" }).waitFor();
    expect((await tab.page.locator("[role=log]").boundingBox())?.width).toBeGreaterThan(least);
    const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await tab.page.context().close();
  },
);
