import { beforeAll, expect, test } from "vitest";
import everyCard from "../../fixtures/every-card.json" with { type: "json" };
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

let server: PolylogServer;
let tab: TestPage["tab"];

beforeAll(async () => {
  const testPage = await openTestPage({ claude: everyCard }, { look: {} });
  ({ server, tab } = testPage);
  return testPage.close;
});

/** Every page, with a text that shows that it has loaded. */
const pages = [
  { name: "start", path: async () => "/", shows: "What should we work on?" },
  {
    name: "every card",
    path: async () => `/s/${await server.chat("fix it")}`,
    shows: "and `npm test` passes",
  },
  {
    name: "permission",
    path: async () => `/s/${await server.chat("permission")}`,
    shows: "Run command",
  },
  { name: "question", path: async () => `/s/${await server.chat("question")}`, shows: "Answer 2 questions" },
  { name: "plan", path: async () => `/s/${await server.chat("plan")}`, shows: "Approve plan" },
  { name: "failure", path: async () => `/s/${await server.chat("fail")}`, shows: "Run failed" },
  {
    name: "inbox",
    path: async () => {
      await server.chat("permission");
      return "/inbox";
    },
    shows: "Run command",
  },
  { name: "settings", path: async () => "/settings/agents", shows: "Refresh" },
] as const;

test.for(pages)("$name has no axe violations, in light and dark", async ({ path, shows }) => {
  const { page, problems } = tab;
  await page.goto(`${server.url}${await path()}`);
  const [first = ""] = shows.split("`");
  await page.locator("main:not([aria-busy])").getByText(first.trim()).first().waitFor();
  expect({ violations: await accessibilityViolations(page), problems }).toEqual({
    violations: [],
    problems: [],
  });
});

test("an image without alt text and text with low contrast only in dark mode are reported", async () => {
  const { page } = tab;
  await page.goto("about:blank");
  const swallowed = "color: light-dark(#000, #333); background: light-dark(#fff, #222)";
  await page.setContent(
    `<html lang="en" style="color-scheme: light dark"><title>Faults</title>
    <main><h1>Faults</h1><img id="wordless"><p id="swallowed" style="${swallowed}">In the dark.</p></main>`,
  );
  expect((await accessibilityViolations(page)).map((found) => found.split(" Fix any", 1)[0])).toEqual([
    "image-alt #wordless",
    "dark: color-contrast #swallowed",
  ]);
});
