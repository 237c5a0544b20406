import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openTab } from "../support/browser.ts";
import { domOf } from "../support/dom-of.ts";
import { PolylogServer } from "../support/polylog-server.ts";

/** Two agents that message each other, seen from both sessions. */

const ask = (content: string, mode: "sync" | "async") => ({
  own: { name: "agents_message", input: { agentId: "helper", content, mode, session: "latest-or-create" } },
});
const agents = {
  asker: {
    prompts: [
      { match: "Answer of", steps: [{ text: "Now I know." }] },
      { match: "wait for it", steps: [ask("look at it", "sync"), { text: "It has answered." }] },
      { match: "later", steps: [ask("look at it", "async"), { text: "I will continue meanwhile." }] },
    ],
    default: [{ text: "Yes?" }],
  },
  helper: {
    prompts: [
      {
        match: "be busy",
        steps: [
          { ask: { permission: { toolName: "Bash", input: { command: "true" } } } },
          { text: "Free again." },
        ],
      },
    ],
    default: [
      { tool: { name: "Read", input: { file_path: "src/cart.ts" }, result: "x" } },
      { wait: 300 },
      { text: "It is **right**." },
    ],
  },
};

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PolylogServer.start(agents), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(sessionId: string): Promise<Page> {
  const { page } = await openTab(browser, await server.signIn(`/s/${sessionId}`), {
    viewport: { width: 1000, height: 3600 },
    reducedMotion: "reduce",
  });
  await page.getByLabel("Conversation", { exact: true }).waitFor();
  return page;
}

async function newSession(agent: string): Promise<string> {
  const body = { project_root: server.project, agent_id: agent };
  return (await server.post<{ session_id: string }>("/api/sessions", body)).session_id;
}

const say = (sessionId: string, text: string) =>
  server.post("/api/chat", { project_root: server.project, session_id: sessionId, text });

/** The streamed page, and the same page after a reload. */
async function liveAndReloaded(page: Page): Promise<readonly [readonly string[], readonly string[]]> {
  const live = await domOf(page);
  await page.reload();
  await page.getByLabel("Conversation", { exact: true }).waitFor();
  return [live, await domOf(page)];
}

const textOf = async (page: Page) =>
  (await page.getByLabel("Conversation", { exact: true }).innerText()).replace(/\s+/g, " ");

test("a synchronous message: both sessions show message, work, answer and state, live and after a reload", async () => {
  const target = await newSession("helper");
  const source = await newSession("asker");
  const [there, here] = [await open(target), await open(source)];
  await say(source, "wait for it");
  await here.getByText("It has answered.").waitFor();
  await there.getByText("Answered").waitFor();
  const [live, reloaded] = await liveAndReloaded(here);
  expect(reloaded).toEqual(live);
  const [liveThere, reloadedThere] = await liveAndReloaded(there);
  expect(reloadedThere).toEqual(liveThere);
  expect(await textOf(here)).toMatch(
    /Messaged helper Answered .*look at it Read src\/cart\.ts 1 tool call · [\d.< ]+s Open It is right\. Open helper’s session It has answered\./,
  );
  expect(await textOf(there)).toMatch(
    /Message from asker Answered look at it Open asker’s session .*helper .*src\/cart\.ts.* It is right\./,
  );
  await there.getByRole("link", { name: "Open asker’s session" }).click();
  await there.waitForURL(`**/s/${source}`);
  await here.getByRole("link", { name: "Open helper’s session" }).click();
  await here.waitForURL(`**/s/${target}`);
});

test("an asynchronous message to a busy agent waits in its queue with the sender's name, and the answer is gold", async () => {
  const target = await newSession("helper");
  const source = await newSession("asker");
  await say(target, "be busy");
  const [there, here] = [await open(target), await open(source)];
  await there.getByText("Run command").waitFor();
  await say(source, "later");
  await here.getByText("I will continue meanwhile.").waitFor();
  await here.getByText("Queued").waitFor();
  const queue = there.getByRole("region", { name: "Queue" });
  await queue.getByText("from asker").waitFor();
  expect(await queue.getByRole("listitem").innerText()).toMatch(/^from asker\s+look at it$/);
  const [queued, queuedAgain] = await liveAndReloaded(here);
  expect(queuedAgain).toEqual(queued);
  await there.getByLabel("Conversation", { exact: true }).press("1");
  await here.getByText("Now I know.").waitFor();
  const answer = here.getByRole("article").filter({ hasText: "Answer from" });
  expect(await answer.locator("[data-state]").first().getAttribute("data-state")).toBe("agent-callback");
  expect((await answer.innerText()).replace(/\s+/g, " ")).toMatch(
    /^Answer from helper Answered Read src\/cart\.ts 1 tool call · [\d.< ]+s Open It is right\. Open helper’s session$/,
  );
  const [live, reloaded] = await liveAndReloaded(here);
  expect(reloaded).toEqual(live);
  const [liveThere, reloadedThere] = await liveAndReloaded(there);
  expect(reloadedThere).toEqual(liveThere);
});
