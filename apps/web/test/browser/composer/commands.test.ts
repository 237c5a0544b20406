import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage } from "../support/test-page.ts";

const script = {
  prompts: [
    { match: "slow", steps: [{ text: "It begins." }, { wait: 600_000 }] },
    {
      match: "look",
      steps: [
        { tool: { name: "Read", input: { file_path: "src/cart.ts" }, result: "the inside of it" } },
        { text: "Seen." },
      ],
    },
  ],
  default: [{ text: "Heard: " }, { echo: true }],
};

let server: PolylogServer;
let page: Page;

beforeAll(async () => {
  const testPage = await openTestPage({ mine: script }, { look: { viewport: { width: 1100, height: 800 } } });
  ({ server, page } = testPage);
  return testPage.close;
});

beforeEach(async () => {
  const body = { project_root: server.project, agent_id: "mine" };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  await page.goto(`${server.url}/s/${session_id}`);
  await field().waitFor();
});

const field = () => page.getByRole("textbox", { name: "Message" });
const said = () => talk().locator('article[aria-label="You"]');
const talk = () => page.getByLabel("Conversation", { exact: true });
/** The agent repeats each message. */
const answered = (text: string) => talk().getByRole("paragraph").getByText(text, { exact: true }).waitFor();
const say = async (text: string) => {
  await field().fill(text);
  await field().press("Enter");
};

test("Ctrl+J and a backslash before Enter insert new lines, too", async () => {
  await field().pressSequentially("one");
  await field().press("Control+j");
  await field().pressSequentially("two\\");
  await field().press("Enter");
  await field().pressSequentially("three");
  expect(await field().inputValue()).toBe("one\ntwo\nthree");
});

test("Tab queues the message while the agent is running", async () => {
  await say("slow work");
  await page.getByText("It begins.").waitFor();
  await field().fill("what comes next");
  await field().press("Tab");
  await page.getByRole("region", { name: "Queue" }).getByText("what comes next").waitFor();
  expect(await field().inputValue()).toBe("");
});

test("commands run with their arguments, and unknown commands are not sent", async () => {
  await say("hello");
  await answered("hello");
  await say("/rename A name of its own");
  await page.getByRole("heading", { name: "A name of its own", level: 1 }).waitFor();
  await say("/nothing at all");
  await page.getByText("Unknown command “/nothing”.").waitFor();
  expect(await field().inputValue()).toBe("/nothing at all");
  await say("!ls");
  await page.getByText("works only in the terminal client").waitFor();
  await say(" /nothing at all");
  await answered("/nothing at all");
  expect(await said().count()).toBe(2);
  for (const [command, shows] of [
    ["/status", "Queue"],
    ["/mcp", "No MCP servers configured."],
  ] as const) {
    await say(command);
    await page.getByRole("dialog").getByText(shows).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await say("/clear");
  await page.getByText("What should we work on?").waitFor();
});

test("/rewind goes back to before a message, here or in a new session, and restores its text", async () => {
  await say("first");
  await answered("first");
  await say("second");
  await answered("second");
  await say("/rewind");
  await page.getByRole("button", { name: "Open in new session" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => field().inputValue()).toBe("second");
  expect(await said().allInnerTexts()).toEqual([expect.stringContaining("first")]);
  await say("/rewind");
  await page.getByRole("button", { name: "Rewind" }).click();
  await expect.poll(() => field().inputValue()).toBe("first");
  await expect.poll(() => said().count()).toBe(0);
});

test("Ctrl+O expands everything and collapses it again", async () => {
  await say("look");
  await page.getByText("Seen.").waitFor();
  // Only their own button opens model requests.
  const folded = () =>
    talk()
      .getByRole("button", { expanded: false })
      .filter({ hasNotText: /request|Usage/ })
      .count();
  await expect.poll(folded).toBe(1);
  await field().press("Control+o");
  await expect.poll(folded).toBe(0);
  await field().press("Control+o");
  await expect.poll(folded).toBe(1);
});

test("the command list contains every command and scrolls with the arrow keys", async () => {
  await field().fill("/");
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect.poll(() => options.count()).toBeGreaterThan(20);
  await field().press("ArrowUp");
  const last = options.last();
  expect(await last.getAttribute("aria-selected")).toBe("true");
  const box = await last.boundingBox();
  const list = await page.getByRole("listbox", { name: "Suggestions" }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
});
