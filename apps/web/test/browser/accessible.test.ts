import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import everyCard from "../fixtures/every-card.json" with { type: "json" };
import { openBrowser, openTab } from "./support/browser.ts";
import { PolylogServer } from "./support/polylog-server.ts";

let server: PolylogServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PolylogServer.start({ claude: everyCard }), openBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const schemes = ["light", "dark"] as const;

/** Every page, and how one knows that it is there. */
const pages = [
  { name: "start", path: async () => "/", shows: "What should be done?" },
  {
    name: "every card",
    path: async () => `/s/${await server.chat("mend it")}`,
    shows: "and `npm test` passes",
  },
  {
    name: "permission",
    path: async () => `/s/${await server.chat("permission")}`,
    shows: "Allow this command?",
  },
  { name: "question", path: async () => `/s/${await server.chat("question")}`, shows: "2 questions for you" },
  { name: "plan", path: async () => `/s/${await server.chat("plan")}`, shows: "Approve this plan?" },
  { name: "failure", path: async () => `/s/${await server.chat("fail")}`, shows: "The run failed" },
  {
    name: "inbox",
    path: async () => {
      await server.chat("permission");
      return "/inbox";
    },
    shows: "Allow this command?",
  },
  { name: "settings", path: async () => "/settings/agents", shows: "Look again" },
] as const;

for (const { name, path, shows } of pages) {
  test.for(schemes)(
    `${name} has no barrier that axe knows, in %s`,
    { timeout: 60_000 },
    async (colorScheme) => {
      const { page, problems } = await openTab(browser, await server.signIn(await path()), {
        colorScheme,
        // What fades in has less contrast on its way.
        reducedMotion: "reduce",
      });
      const [first = ""] = shows.split("`");
      await page.locator("main:not([aria-busy])").getByText(first.trim()).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => ({
          id,
          at: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
        })),
      ).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
}
