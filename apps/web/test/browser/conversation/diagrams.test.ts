import type { Browser, Page, Request } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTab } from "../support/browser.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestServer } from "../support/test-page.ts";

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;

/** Diagram sources that try to run code or to send requests to another host. */
const attacks: Readonly<Record<string, string>> = {
  "a script in a label": 'flowchart TD\n  A["<script>ran()</script><img src=x onerror=ran()>"] --> B',
  "a click that calls a function": 'flowchart TD\n  A --> B\n  click A call ran()\n  click B ran "now"',
  "a link to a script": 'flowchart TD\n  A --> B\n  click A href "javascript:ran()"',
  "a foreign object":
    'flowchart TD\n  A["<foreignObject><iframe src=https://outside.test/></foreignObject>"]',
  "an image of another host": 'flowchart TD\n  A["<img src=https://outside.test/label.png>"] --> B',
  "an image as a node":
    'flowchart TD\n  A@{ img: "https://outside.test/node.png", label: "x", w: 60, h: 60 }',
  "a directive that lifts the security level":
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart TD\n  A["<img src=x onerror=ran()>"] --> B\n  click A call ran()',
  "front matter that lifts the security level":
    '---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n---\nflowchart TD\n  A["<svg onload=ran()>"] --> B\n  click A call ran()',
  "a directive with a style sheet of another host":
    '%%{init: {"themeCSS": "@import url(https://outside.test/theme.css); .node { background: url(https://outside.test/css.png) }"}}%%\nflowchart TD\n  A --> B',
  "a directive that allows tags":
    '%%{init: {"dompurifyConfig": {"ADD_TAGS": ["script"], "ADD_ATTR": ["onload"]}}}%%\nflowchart TD\n  A["<script>ran()</script>"]',
  "a style of a node": "flowchart TD\n  A --> B\n  style A fill:url(https://outside.test/fill.svg#x)",
  "a script in a sequence":
    "sequenceDiagram\n  participant A as <img src=x onerror=ran()>\n  A->>A: <script>ran()</script>\n  link A: open @ javascript:ran()",
  "a script in a class":
    'classDiagram\n  class A["<img src=x onerror=ran()>"]\n  click A href "javascript:ran()"',
};

const all = Array.from({ length: 20 }, (_, at) => `N${at}`).join(" & ");
const long = `flowchart TD\n  A["${"x".repeat(25_000)}"]`;
const broken = "flowchart TD\n  A -->\n  ]]";
const flow = "flowchart TD\n  A[First] --> B[Second]";
const open = "```mermaid\nflowchart TD\n  Open[Not yet] -->";

const script = {
  prompts: [
    { match: "^draw", steps: [{ text: `Look:\n\n${fence(flow)}\n\nDone.` }] },
    { match: "^attack", steps: [{ text: Object.values(attacks).map(fence).join("\n\n") }] },
    {
      match: "^refuse",
      steps: [{ text: [broken, `flowchart TD\n  ${all} --> ${all}`, long].map(fence).join("\n\n") }],
    },
    {
      match: "^stream",
      steps: [
        {
          emit: {
            ...{ type: "text_delta", responseId: "r1", offset: 0 },
            delta: `${fence(flow)}\n\nNext:\n\n${open}`,
          },
        },
        { hang: true },
      ],
    },
  ],
};

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  const testServer = await openTestServer({ claude: script });
  ({ server, browser } = testServer);
  return testServer.close;
});

async function show(text: string, look = {}) {
  const session = await server.chat(text);
  const tab = await openTab(browser, await server.signIn(`/s/${session}`), look);
  return { ...tab, diagrams: tab.page.locator("[data-diagram]") };
}

/** Requests to other hosts that the browser sent. Requests that the policy blocked are reported but never sent. */
async function sentOutside(requests: readonly Request[]): Promise<readonly string[]> {
  const sent = requests.filter((request) => request.url().includes("outside.test"));
  await expect.poll(() => sent.every((request) => request.failure() !== null)).toBe(true);
  return sent.filter((request) => request.failure()?.errorText !== "csp").map((request) => request.url());
}

const stateOf = (page: Page) =>
  page
    .locator("[data-diagram]")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.diagram as string));

test("[W15] a diagram is drawn as an image, in the colors of the theme, and one click shows its source", async () => {
  const { page, diagrams, problems, outside } = await show("draw", { colorScheme: "light" });
  const image = diagrams.getByRole("img", { name: "Diagram, flowchart" });
  const picture = async () => decodeURIComponent((await image.getAttribute("src")) ?? "");
  await image.waitFor();
  const light = await picture();
  expect(light).toMatch(/^data:image\/svg\+xml,<svg .*First.*Second/s);
  // Decoded by the browser, not only present in the document.
  expect(await image.evaluate((at: HTMLImageElement) => at.decode().then(() => at.naturalWidth > 50))).toBe(
    true,
  );
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(picture).not.toBe(light);
  await diagrams.getByRole("button", { name: "Show source" }).click();
  expect(await diagrams.locator("code").innerText()).toBe(flow);
  await diagrams.getByRole("button", { name: "Show diagram" }).click();
  await image.waitFor();
  expect({ problems, outside }).toEqual({ problems: [], outside: [] });
  await page.context().close();
});

test("[W15] a diagram is not drawn while its block is still open", async () => {
  const { page, diagrams } = await show("stream");
  await diagrams.getByRole("img").waitFor();
  expect(await stateOf(page)).toEqual(["drawn"]);
  expect(await page.getByText("Open[Not yet]").count()).toBe(1);
  await page.context().close();
});

test("[W15] a diagram that is invalid, too long or too large is shown as source with the reason", async () => {
  const { page, diagrams } = await show("refuse");
  await expect.poll(() => stateOf(page)).toEqual(["failed", "failed", "failed"]);
  const reasons = await diagrams.locator("p").allInnerTexts();
  expect(reasons).toEqual([
    expect.stringMatching(/^Could not draw the diagram\. (?:Lexical|Parse) error on line \d/),
    expect.stringMatching(/^Could not draw the diagram\. Edge limit exceeded/),
    "Could not draw the diagram. The source is too long.",
  ]);
  expect(await diagrams.first().locator("code").innerText()).toBe(broken);
  await page.context().close();
});

test("[W15] without its code a diagram is shown as source with the reason", async () => {
  const session = await server.chat("draw");
  const { page } = await openTab(browser, await server.signIn());
  await page.route("**/diagram.html", (route) => route.abort());
  await page.clock.install();
  await page.goto(`${server.url}/s/${session}`);
  await page.locator("[data-diagram=coming]").waitFor();
  await page.locator("iframe").waitFor({ state: "attached" });
  await page.clock.runFor(60_000);
  await expect.poll(() => stateOf(page)).toEqual(["failed"]);
  expect(await page.locator("[data-diagram] p").innerText()).toBe(
    "Could not draw the diagram. The diagram code could not be loaded.",
  );
  await page.context().close();
});

test(`[S13, S14] ${Object.keys(attacks).length} hostile diagrams run nothing and send no requests`, async () => {
  const session = await server.chat("attack");
  const { page } = await openTab(browser, "about:blank");
  const ran: string[] = [];
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.exposeFunction("ran", () => ran.push("called"));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(await server.signIn(`/s/${session}`));
  await expect
    .poll(async () => (await stateOf(page)).filter((state) => state !== "coming").length)
    .toBe(Object.keys(attacks).length);
  const pictures = await page
    .locator("[data-diagram] img")
    .evaluateAll((all) => all.map((each) => decodeURIComponent((each as HTMLImageElement).src)));
  expect(pictures.length).toBeGreaterThan(8);
  const isActive = /<(?:script|foreignObject|iframe|image|img)|<[^>]*(?:\son\w+=|javascript:)/i;
  const active = pictures.filter((picture) => isActive.test(picture));
  const inPage = await page.locator("[data-diagram] :is(iframe, object, script, a)").count();
  for (const image of await page.locator("[data-diagram] img").all()) await image.click();
  expect({ ran, active, inPage, sent: await sentOutside(requests) }).toEqual({
    ...{ ran: [], active: [], inPage: 0, sent: [] },
  });
  await page.context().close();
});

test("[S15] the frame that draws has no origin, no network, no other script, and cannot leave", async () => {
  const { page, diagrams } = await show("draw");
  await diagrams.getByRole("img").waitFor();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  const frame = page.frames().find((each) => each.url().endsWith("/diagram.html"));
  const tried = await frame?.evaluate(async () => {
    const attempt = async (act: () => unknown) => {
      try {
        return String(await act());
      } catch {
        return "refused";
      }
    };
    const loads = (element: HTMLImageElement | HTMLScriptElement, src: string) =>
      new Promise((resolve) => {
        element.onload = () => resolve("loaded");
        element.onerror = () => resolve("refused");
        element.src = src;
        document.body.append(element);
      });
    const inline = () => {
      const script = document.createElement("script");
      script.append("window.ran = true");
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.ran = true");
      document.body.append(script, button);
      button.click();
      return "ran" in window ? "ran" : "refused";
    };
    return {
      origin: self.origin,
      parent: await attempt(() => parent.document.title),
      storage: await attempt(() => localStorage.length),
      cookie: await attempt(() => document.cookie),
      own: await attempt(() => fetch("/api/health")),
      outside: await attempt(() => fetch("https://outside.test/")),
      image: await attempt(() => loads(new Image(), "https://outside.test/x.png")),
      script: await attempt(() => loads(document.createElement("script"), "https://outside.test/x.js")),
      inline: await attempt(inline),
      code: await attempt(() => new Function("return 1")()),
      top: await attempt(() => {
        if (top !== null) top.location.href = "https://outside.test/top";
      }),
    };
  });
  expect(tried).toEqual({
    origin: "null",
    ...{ parent: "refused", storage: "refused", cookie: "refused", own: "refused", outside: "refused" },
    ...{ image: "refused", script: "refused", inline: "refused", code: "refused", top: "refused" },
  });
  await frame?.evaluate(() => location.assign("https://outside.test/leave")).catch(() => undefined);
  await expect.poll(() => frame?.url()).not.toMatch(/diagram\.html$/);
  expect({ sent: await sentOutside(requests), url: page.url() }).toEqual({
    sent: [],
    url: expect.stringContaining(server.url),
  });
  await page.context().close();
});
