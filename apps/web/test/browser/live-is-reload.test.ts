import { startScriptedModel } from "@polylog/scripted-model";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import everyCard from "../fixtures/every-card.json" with { type: "json" };
import { openBrowser } from "./support/browser.ts";
import { domOf } from "./support/dom-of.ts";
import { PolylogServer } from "./support/polylog-server.ts";
import { cutOff, moreScripts, type Scenario, scenarios } from "./support/scenarios.ts";

let server: PolylogServer;
let browser: Browser;
let signedIn: BrowserContextOptions["storageState"];
const closing: (() => Promise<unknown>)[] = [];
/** Errors of scripts and of the page's policy, on any page. */
const problems: string[] = [];
/** What each scenario looked like when it was over, by its session. */
const seen = new Map<string, { readonly name: string; readonly dom: readonly string[] }>();

beforeAll(async () => {
  browser = await openBrowser();
  const model = await startScriptedModel({ pieceChars: 12, delayMs: 10 });
  closing.push(
    () => browser.close(),
    () => model.close(),
  );
  const builtIn = { backend: "openai", base_url: `${model.url}/v1`, model: "scripted", api_key_env: "NONE" };
  server = await PolylogServer.start(
    { claude: { ...everyCard, prompts: [...moreScripts, ...everyCard.prompts] } },
    { polylog: { ...builtIn, permission_mode: "full" }, careful: builtIn },
  );
  closing.push(() => server.stop());
  const first = await open(await server.signIn());
  await first.getByText("What should be done?").waitFor();
  signedIn = await first.context().storageState();
  await first.context().close();
}, 60_000);

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const agentIds = { polylog: "polylog", careful: "careful", script: "claude" } as const;

/** A page on a new session, and what is said there by its own field. */
async function begin({ agent, says }: Pick<Scenario, "agent" | "says">): Promise<[Page, string]> {
  const body = { project_root: server.project, agent_id: agentIds[agent] };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  const page = await open(at(session_id));
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(says);
  await field.press("Enter");
  return [page, session_id];
}

/** In a profile of its own, for a browser has only so many connections to one server; tall enough for a whole talk. */
async function open(url: string): Promise<Page> {
  const look = { viewport: { width: 1000, height: 3600 }, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...look, ...(signedIn && { storageState: signedIn }) });
  context.setDefaultTimeout(15_000);
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    const isTold = message.text().startsWith("Failed to load resource");
    if (!isTold && ["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

function at(sessionId: string): string {
  return `${server.url}/s/${sessionId}`;
}

/** The text stands there, and not in what the person said. */
async function goesOn(page: Page, text: string): Promise<void> {
  await page.locator('article:not([aria-label="You"])').getByText(text).first().waitFor();
}

/** The text stands in the talk, and nothing goes on there any more. */
async function isOver(page: Page, text: string): Promise<void> {
  await goesOn(page, text);
  await page
    .getByRole("button", { name: /^(?:Stop|Cancelling…)$/ })
    .first()
    .waitFor({ state: "detached" });
}

async function overAt(page: Page, text: string): Promise<readonly string[]> {
  await isOver(page, text);
  return domOf(page);
}

describe.concurrent("what streamed in is what others see and what a reload shows, node by node", () => {
  test.for(scenarios)("$name", { timeout: 60_000 }, async (scenario, { expect }) => {
    const [live, sessionId] = await begin(scenario);
    await goesOn(live, scenario.during);
    // Somebody is at work, and the page says so for as long as it is so.
    await expect(live.getByRole("status").count()).resolves.toBe(1);
    const second = await open(at(sessionId));
    await second.getByLabel("Conversation", { exact: true }).waitFor();
    await scenario.act?.(live);
    const streamed = await overAt(live, scenario.after);
    const text = streamed.join("\n");
    expect((scenario.shows ?? []).filter((words) => !text.includes(words))).toEqual([]);
    expect(await live.getByRole("status").count()).toBe(0);
    expect(await overAt(second, scenario.after)).toEqual(streamed);
    await second.context().close();
    await live.reload();
    expect(await overAt(live, scenario.after)).toEqual(streamed);
    await live.context().close();
    seen.set(sessionId, { name: scenario.name, dom: streamed });
  });
});

test("after a crash, what was at work is interrupted, and a page that stayed open shows what a new one shows", {
  timeout: 60_000,
}, async () => {
  const cut = await Promise.all(cutOff.map((each) => begin(each)));
  await Promise.all(
    cut.map(([page], at) =>
      page
        .getByText(cutOff[at]?.during ?? "")
        .first()
        .waitFor(),
    ),
  );
  await server.crash();
  await server.startAgain();
  for (const [index, [page, sessionId]] of cut.entries()) {
    const stayed = await overAt(page, "before it could end");
    const opened = await open(at(sessionId));
    expect({ name: cutOff[index]?.name, dom: await overAt(opened, "before it could end") }).toEqual({
      name: cutOff[index]?.name,
      dom: stayed,
    });
    await Promise.all([page.context().close(), opened.context().close()]);
  }
});

describe.concurrent("after a crash, every session that was over looks as it did", () => {
  test.for(scenarios)("$name", { timeout: 60_000 }, async ({ name, after: text }, { expect }) => {
    const [sessionId, before] = [...seen].find(([, each]) => each.name === name) ?? [];
    if (sessionId === undefined || before === undefined) throw new Error("it was never over");
    const page = await open(at(sessionId));
    expect(await overAt(page, text)).toEqual(before.dom);
    await page.context().close();
  });
});

test("nothing was wrong on any of these pages", () => {
  const fromCrash = /ERR_CONNECTION|Failed to fetch|EventSource/;
  expect(problems.filter((problem) => !fromCrash.test(problem))).toEqual([]);
});
