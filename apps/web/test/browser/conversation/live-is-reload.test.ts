import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import everyCard from "../../fixtures/every-card.json" with { type: "json" };
import { domOf } from "../support/dom-of.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { asking, cutOff, moreScripts, type Scenario, scenarios } from "../support/scenarios.ts";
import { openTestServer } from "../support/test-page.ts";

/** Every card, slowly enough for a second client to join. */
const slowly = {
  prompts: [...moreScripts, ...everyCard.prompts],
  default: everyCard.default.flatMap((step) => [step, { wait: 40 }]),
};

let server: PolylogServer;
let browser: Browser;
let signedIn: BrowserContextOptions["storageState"];
/** Script and policy errors on any page. */
const problems: string[] = [];
/** Pages that are free for the next scenario. */
const idle: Page[] = [];
/** The session and final DOM of each scenario. */
const over = new Map<Scenario, { readonly sessionId: string; readonly dom: readonly string[] }>();

beforeAll(async () => {
  const testServer = await openTestServer({ claude: slowly }, { model: { pieceChars: 12, delayMs: 10 } });
  ({ server, browser } = testServer);
  const first = await newPage(await server.signIn());
  await first.getByText("What should we work on?").waitFor();
  signedIn = await first.context().storageState();
  idle.push(first, await newPage(server.url));
  return testServer.close;
});

/**
 * In a separate profile, because a browser allows only so many connections to one server; tall enough for a whole
 * conversation.
 */
async function newPage(url: string): Promise<Page> {
  const look = { viewport: { width: 1000, height: 3600 }, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...look, ...(signedIn && { storageState: signedIn }) });
  context.setDefaultTimeout(90_000);
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    const isTold = message.text().startsWith("Failed to load resource");
    if (!isTold && ["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** A page on a session. An existing page navigates to it as by a link. */
async function open(sessionId: string): Promise<Page> {
  const page = idle.pop() ?? (await newPage(server.url));
  const at = `/s/${sessionId}`;
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, at);
  await page.getByLabel("Conversation", { exact: true }).waitFor();
  return page;
}

const agentIds = { polylog: "polylog", careful: "careful", script: "claude" } as const;

/** Starts a session in a page by sending a message from its own field. */
async function begin({ agent, says }: Pick<Scenario, "agent" | "says">): Promise<[Page, string]> {
  const body = { project_root: server.project, agent_id: agentIds[agent] };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  const page = await open(session_id);
  await watchStatus(page);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(says);
  await field.press("Enter");
  return [page, session_id];
}

/** The text is in the conversation, outside the person's own message. */
async function shows(page: Page, text: string): Promise<void> {
  await page.locator('article:not([aria-label="You"])').getByText(text).first().waitFor();
}

function status(page: Page): Locator {
  return page.getByLabel("Conversation", { exact: true }).getByRole("status");
}

/** Records that the page showed that an agent is working, however briefly. */
async function watchStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    delete dataset.sawStatus;
    const look = () => {
      if (document.querySelector("[aria-label=Conversation] [role=status]") !== null)
        dataset.sawStatus = "yes";
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
}

/** The final DOM once the text and the data that is not in the log are visible and nothing changes any more. */
async function overAt(page: Page, text: string, more: readonly string[] = []): Promise<readonly string[]> {
  await shows(page, text);
  const stop = page.getByRole("button", { name: /^(?:Stop|Cancelling…)$/ }).first();
  await stop.waitFor({ state: "detached" });
  await page.waitForFunction(
    (words) => words.every((each) => document.querySelector("main")?.outerHTML.includes(each)),
    more,
  );
  return domOf(page);
}

describe("a streamed page, a second client and a reload have the same DOM", () => {
  test.for(scenarios)("$name", async (scenario) => {
    const [live, sessionId] = await begin(scenario);
    await shows(live, scenario.during);
    const second = await open(sessionId);
    await scenario.act?.(live, server.project);
    const streamed = await overAt(live, scenario.after, scenario.shows);
    // The page showed that an agent was working.
    expect(await live.evaluate(() => document.documentElement.dataset.sawStatus)).toBe("yes");
    over.set(scenario, { sessionId, dom: streamed });
    expect(await status(live).count()).toBe(0);
    const [joined, reloaded] = await Promise.all([
      overAt(second, scenario.after, scenario.shows),
      live.reload().then(() => overAt(live, scenario.after, scenario.shows)),
    ]);
    expect(joined).toEqual(streamed);
    expect(reloaded).toEqual(streamed);
    idle.push(live, second);
  });
});

test("after a crash, active runs are interrupted, asks stay open, and an open page shows the same as a new one", async () => {
  const [waiting] = await begin(asking);
  await shows(waiting, asking.during);
  const cut = await Promise.all(cutOff.map((each) => begin(each)));
  await Promise.all(cut.map(([page], index) => shows(page, cutOff[index]?.during ?? "")));
  await server.crash();
  await server.startAgain();
  const looks = cut.map(async ([page], index) => {
    const stayed = await overAt(page, "Interrupted");
    await page.reload();
    const name = cutOff[index]?.name;
    expect({ name, dom: await overAt(page, "Interrupted") }).toEqual({ name, dom: stayed });
    idle.push(page);
  });
  await Promise.all(looks);
  await waiting.reload();
  await waiting.getByRole("article", { name: "Waiting for your answer" }).waitFor();
  await waiting.keyboard.press("1");
  const answered = await overAt(waiting, "Answered.");
  await waiting.reload();
  expect(await overAt(waiting, "Answered.")).toEqual(answered);
  idle.push(waiting);
});

describe.concurrent("after a crash, every finished session looks the same", () => {
  test.for(scenarios)("$name", async (scenario) => {
    const { sessionId, dom } = over.get(scenario) ?? {};
    const page = await open(sessionId ?? "");
    expect(await overAt(page, scenario.after, scenario.shows)).toEqual(dom);
    idle.push(page);
  });
});

test("no script or policy errors on any page", () => {
  const fromCrash = /ERR_CONNECTION|Failed to fetch|EventSource/;
  expect(problems.filter((problem) => !fromCrash.test(problem))).toEqual([]);
});
