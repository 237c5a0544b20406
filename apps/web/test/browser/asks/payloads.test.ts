import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import { payloads } from "../support/payloads.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestServer } from "../support/test-page.ts";

let server: PolylogServer;
let browser: Browser;

/** Each payload in one of the places where agents' text reaches the page. */
const ways: readonly ((payload: string, index: number) => object)[] = [
  (text) => ({ text }),
  (output) => ({ tool: { name: "Bash", input: { command: output }, output: [output], result: output } }),
  (name) => ({ tool: { name: "Write", input: { file_path: name, content: name }, result: "ok" } }),
  (words) => ({
    tool: { name: words.slice(0, 60), input: { [words]: words }, error: { code: "odd", message: words } },
  }),
  (thinking) => ({ thinking }),
  (message) => ({ emit: { type: "error", code: "odd", message, retryable: true } }),
  (text) => ({ emit: { type: "notice", level: "warning", text } }),
  (content) => ({ emit: { type: "todo_update", items: [{ content, status: "pending" }] } }),
];

const script = {
  prompts: [
    {
      match: "^all of it",
      steps: [
        ...payloads.map((payload, index) => ways[index % ways.length]?.(payload, index)),
        { text: "That was all." },
      ],
    },
    { match: "^fail", steps: [{ fail: { code: "odd", message: payloads.slice(0, 10).join("\n") } }] },
  ],
};

beforeAll(async () => {
  const testServer = await openTestServer({ claude: script });
  ({ server, browser } = testServer);
  return testServer.close;
});

test(`[S13, S14] ${payloads.length} hostile texts, in every place that shows agents' text, run nothing and send no requests`, async () => {
  const names = payloads.filter((payload) => !/[/\n\0]/.test(payload) && payload.length < 100);
  for (const name of names) writeFileSync(path.join(server.project, name), "");
  const sessionId = await server.chat("all of it");
  const failed = await server.chat("fail");
  for (const [index, title] of payloads.slice(0, 40).entries()) {
    const { session_id } = await server.post<{ session_id: string }>("/api/sessions", {
      project_root: server.project,
      title: title.slice(0, 190),
    });
    expect({ index, session_id }).toEqual({ index, session_id: expect.any(String) });
  }
  const { page, problems, outside } = await openTab(browser, "about:blank", {
    viewport: { width: 1280, height: 1200 },
    serviceWorkers: "block",
  });
  const ran: string[] = [];
  await page.exposeFunction("ran", () => ran.push("called"));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(await server.signIn(`/s/${sessionId}`));
  await page.getByText("That was all.").waitFor();
  const talk = page.getByLabel("Conversation", { exact: true });
  await talk.evaluate((element) => {
    element.dispatchEvent(new WheelEvent("wheel"));
    element.scrollTo(0, 0);
  });
  await talk.getByRole("button", { name: /tool calls/ }).click();
  await talk.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  // From the end to the start, expanding everything on the way.
  let drawn = 0;
  for (let at = 0; at < 200; at++) {
    drawn += await talk.evaluate((element) => {
      const closed = element.querySelectorAll<HTMLElement>("[aria-expanded=false]");
      for (const each of closed) each.click();
      return closed.length;
    });
    const top = await talk.evaluate((element) => {
      element.dispatchEvent(new WheelEvent("wheel"));
      element.scrollTop -= 900;
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollTop))),
      );
    });
    if (top <= 0) break;
  }
  expect(drawn).toBeGreaterThan(100);
  await page.getByRole("button", { name: "Open panel" }).click();
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("tabpanel").getByText("onerror").first().waitFor();
  await page.getByRole("textbox", { name: "Message" }).fill("@img");
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(/^Search sessions, actions/).pressSequentially("onerror");
  await page.getByRole("option").first().waitFor();
  await page.goto(`${server.url}/s/${failed}`);
  await page.getByText("Run failed").waitFor();
  const broken = problems.filter((problem) => !problem.includes("Service Worker registration blocked"));
  expect({ ran, problems: broken, outside: outside.filter((url) => !url.startsWith(server.url)) }).toEqual({
    ran: [],
    problems: [],
    outside: [],
  });
});
