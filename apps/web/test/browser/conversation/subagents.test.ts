import { startScriptedModel } from "@polylog/scripted-model";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openTab } from "../support/browser.ts";
import { domOf } from "../support/dom-of.ts";
import { PolylogServer } from "../support/polylog-server.ts";

let server: PolylogServer;
let browser: Browser;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const model = await startScriptedModel();
  browser = await openBrowser();
  const builtIn = { backend: "openai", base_url: `${model.url}/v1`, model: "scripted", api_key_env: "NONE" };
  const script = { default: [{ subagent: { task: "Look.", steps: [{ wait: 60_000 }] } }] };
  server = await PolylogServer.start(
    { played: script },
    { polylog: { ...builtIn, permission_mode: "full" } },
  );
  closing.push(
    () => model.close(),
    () => browser.close(),
    () => server.stop(),
  );
});

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function open(sessionId: string): Promise<Page> {
  const { page } = await openTab(browser, await server.signIn(`/s/${sessionId}`), {
    viewport: { width: 1000, height: 2400 },
    reducedMotion: "reduce",
  });
  await page.getByLabel("Conversation", { exact: true }).waitFor();
  return page;
}

test("a subagent is opened, messaged and stopped, and its parent continues", async () => {
  const page = await open(
    await server.chat(
      "[[subagent Take your time. [[shell sleep 61]]]] [[say I will continue without it.]]",
      "polylog",
    ),
  );
  const window = page.getByRole("article", { name: /^Subagent/ });
  await window.getByText("sleep 61").first().waitFor();
  expect(await window.getByLabel("Message to this subagent").count()).toBe(0);
  await window.getByRole("button", { name: "Open" }).click();
  const field = window.getByLabel("Message to this subagent");
  await field.fill("mind the tests too");
  await field.press("Enter");
  await window.getByText("mind the tests too").waitFor();
  expect(await field.inputValue()).toBe("");
  await window.getByRole("button", { name: "Stop" }).click();
  const answer = page.locator('article:not([aria-label="You"])').getByText("I will continue without it.");
  await answer.waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  await window.getByText("cancelled", { exact: true }).waitFor();
  expect(await field.count()).toBe(0);
  const summary = page.getByRole("button", { name: /^1 tool call/ });
  await summary.waitFor();
  const live = await domOf(page);
  await page.reload();
  await answer.waitFor();
  await summary.waitFor();
  await window.getByRole("button", { name: "Open" }).click();
  expect(await domOf(page)).toEqual(live);
});

test("a program that can neither stop nor message a subagent offers neither", async () => {
  const page = await open(await server.chat("go", "played"));
  const window = page.getByRole("article", { name: /^Subagent/ });
  await window.getByRole("button", { name: "Open" }).click();
  await window.getByRole("button", { name: "Close" }).waitFor();
  const offers = window
    .getByRole("button", { name: "Stop" })
    .or(window.getByLabel("Message to this subagent"));
  expect(await offers.count()).toBe(0);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("by you").first().waitFor();
});
