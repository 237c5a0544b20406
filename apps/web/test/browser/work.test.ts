import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { barriers } from "./support/barriers.ts";
import { type Desk, openDesk } from "./support/desk.ts";
import type { PolylogServer } from "./support/polylog-server.ts";

const paragraphs = Array.from({ length: 40 }, (_, index) => ({ text: `Paragraph ${index}.` }));
const script = {
  prompts: [
    {
      match: "^fold",
      steps: [
        { thinking: "A treasure in a thought." },
        { tool: { name: "Bash", input: { command: "dig" }, result: "A treasure in what was printed." } },
        { tool: { name: "Write", input: { file_path: "map.txt", content: mapText() }, result: "ok" } },
        {
          subagent: {
            task: "Look below.",
            steps: [{ tool: { name: "Bash", input: { command: "dive" }, result: "A treasure far below." } }],
          },
        },
        ...paragraphs,
      ],
    },
    {
      match: "^ask",
      steps: [{ ask: { permission: { toolName: "Bash", input: { command: "true" } } } }],
    },
  ],
  default: [{ text: "Heard." }],
};

/** Longer than a card shows of it. */
function mapText(): string {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  return [...lines, "A treasure at the end of a file."].join("\n");
}

let server: PolylogServer;
let tab: Desk["tab"];
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  const desk = await openDesk({ claude: script }, { model: {}, look });
  ({ server, tab, page } = desk);
  return desk.close;
});

const message = () => page.getByRole("textbox", { name: "Message" });
const talk = () => page.getByLabel("Conversation", { exact: true });
const inSight = (what: Locator) =>
  expect
    .poll(async () => {
      const box = await what.boundingBox();
      const frame = await talk().boundingBox();
      if (box === null || frame === null) return false;
      return box.y + box.height > frame.y && box.y < frame.y + frame.height;
    })
    .toBe(true);

async function openSession(agent: string, project = server.project): Promise<string> {
  const body = { project_root: project, agent_id: agent };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  await page.goto(`${server.url}/s/${session_id}`);
  await message().waitFor();
  return session_id;
}

test("what differs from the last checkpoint is shown file by file, and each file as it is now", async () => {
  await openSession("polylog");
  writeFileSync(path.join(server.project, "picture.bin"), Buffer.from([0, 1, 2]));
  await message().fill(
    '[[read src/cart.ts]] [[write src/cart.ts "export const cart = [1];\\n"]] [[say It is written.]]',
  );
  await message().press("Enter");
  await talk().getByRole("paragraph").getByText("It is written.").waitFor();
  await message().fill("/diff");
  await message().press("Enter");
  const since = page.getByRole("region", { name: "Since the last checkpoint" });
  await since.getByRole("button", { name: /src\/cart\.ts/ }).click();
  await since.getByText("export const cart = [1];").waitFor();
  await since.getByText("export const cart = [];").waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  const files = page.getByRole("tabpanel", { name: "Files" });
  await files.getByRole("button", { name: /^src/ }).click();
  await files.getByRole("button", { name: /cart\.ts modified/ }).click();
  const shown = page.getByRole("dialog", { name: "src/cart.ts" });
  await shown.getByText("modified since the last checkpoint").waitFor();
  await shown.getByText("export const cart = [];").waitFor();
  expect(await barriers(page)).toEqual([]);
  await shown.getByText("File", { exact: true }).click();
  await shown.getByRole("group", { name: "src/cart.ts" }).getByText("export const cart = [1];").waitFor();
  expect(await shown.getByText("export const cart = [];").count()).toBe(0);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
  await files.getByRole("button", { name: /picture\.bin/ }).click();
  await page.getByRole("dialog", { name: "picture.bin" }).getByText("This is no text").waitFor();
});

test("find opens what is folded: thoughts, output, the rest of a file, what a subagent did", async () => {
  const sessionId = await server.chat("fold it all");
  await page.goto(`${server.url}/s/${sessionId}`);
  await page.getByText("Paragraph 39.").waitFor();
  await message().press("Control+f");
  const bar = page.getByRole("search");
  for (const words of [
    "treasure in a thought",
    "treasure in what was printed",
    "treasure at the end of a file",
    "treasure far below",
  ]) {
    await bar.getByRole("textbox").fill(words);
    await bar.getByText("1 of 1").waitFor();
    const found = talk().getByText(words).first();
    await found.waitFor();
    await inSight(found);
  }
});

test("a message and an ask have addresses of their own, and lead there", async () => {
  const sessionId = await server.chat("fold it again");
  await page.goto(`${server.url}/s/${sessionId}`);
  await page.getByText("Paragraph 39.").waitFor();
  await talk().evaluate((element) => {
    element.dispatchEvent(new WheelEvent("wheel"));
    element.scrollTop = 0;
  });
  const said = page.getByRole("article", { name: "You" });
  const address = (await said.getByRole("link").getAttribute("href")) ?? "";
  expect(address).toMatch(new RegExp(`^${server.url}/s/${sessionId}/e/.+`));
  await page.goto(address);
  await inSight(said);
  expect(await page.locator("[data-marked]").getAttribute("aria-label")).toBe("You");
  const asking = await server.chat("ask me");
  const asked = async () =>
    (await server.get<{ asks: { ask_id: string; session_id: string }[] }>("/api/asks")).asks.find(
      ({ session_id }) => session_id === asking,
    );
  await expect.poll(asked).toBeDefined();
  await page.goto(`${server.url}/s/${asking}/a/${(await asked())?.ask_id}`);
  await inSight(page.getByRole("article", { name: "Waiting for your answer" }));
  await page.goto(`${server.url}/s/${sessionId}/e/nothing`);
  await page.getByText("Paragraph 39.").waitFor();
});

test("a project that brings something along says so; it runs only after somebody has read what, and said yes", async () => {
  const project = path.join(server.project, "../brought");
  mkdirSync(path.join(project, ".polylog"), { recursive: true });
  const agents = { helper: { backend: "acp", command: "./helper", args: ["--now"] } };
  writeFileSync(path.join(project, ".polylog/config.json"), JSON.stringify({ agents }));
  await openSession("claude", project);
  const banner = page.getByRole("region", { name: "Trust" });
  await banner.getByText("brings 1 thing along").waitFor();
  await banner.getByRole("button", { name: "Trust…" }).click();
  const dialog = page.getByRole("dialog", { name: "Trust this folder?" });
  await dialog.getByText("the agent helper, which runs: ./helper --now").waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Not now" }).click();
  const trusted = async () => {
    const { folders } = await server.get<{ folders: { project_root: string; trusted: boolean }[] }>(
      "/api/trust",
    );
    return folders.find(({ project_root }) => project_root === project)?.trusted;
  };
  expect(await trusted()).toBe(false);
  await banner.getByRole("button", { name: "Trust…" }).click();
  await dialog.getByRole("button", { name: "Trust it" }).click();
  await banner.waitFor({ state: "detached" });
  expect(await trusted()).toBe(true);
  await page.goto(`${server.url}/settings/projects`);
  const row = page.getByRole("listitem").filter({ hasText: project });
  await row.getByText("Trusted").waitFor();
  await row.getByRole("button", { name: "No longer" }).click();
  await row.getByText("Waits", { exact: true }).waitFor();
  await openSession("claude", project);
  await banner.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await message().waitFor();
  expect(await banner.count()).toBe(0);
});

test("nothing was wrong on the way", () => {
  expect({ problems: tab.problems, outside: tab.outside }).toEqual({ problems: [], outside: [] });
});
