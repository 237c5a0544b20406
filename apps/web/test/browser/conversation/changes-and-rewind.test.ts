import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { accessibilityViolations } from "../support/accessibility-violations.ts";
import type { PolylogServer } from "../support/polylog-server.ts";
import { openTestPage, type TestPage } from "../support/test-page.ts";

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

/** Longer than the excerpt in its card. */
function mapText(): string {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  return [...lines, "A treasure at the end of a file."].join("\n");
}

let server: PolylogServer;
let tab: TestPage["tab"];
let page: Page;

beforeAll(async () => {
  const look = { viewport: { width: 1280, height: 800 } };
  const testPage = await openTestPage({ claude: script }, { model: {}, look });
  ({ server, tab, page } = testPage);
  return testPage.close;
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

test("a report on more than 20 files has the totals of all files, and every file can be opened", async () => {
  await openSession("polylog");
  const names = Array.from({ length: 130 }, (_, index) => `many/${String(index).padStart(3, "0")}.txt`);
  const command = "mkdir -p many; for i in $(seq -w 0 129); do echo 1 > many/$i.txt; done";
  await message().fill(`[[shell ${command}]] [[say Made.]]`);
  await message().press("Enter");
  await talk().getByRole("paragraph").getByText("Made.").waitFor();
  const report = talk().getByRole("article", { name: "Changes" });
  await report.getByText("130 files changed").waitFor();
  await report.getByText("+130", { exact: true }).waitFor();
  await report.getByRole("button", { name: "Show 110 more files" }).click();
  await report.getByRole("button", { name: "Show 30 more files" }).click();
  await report.getByText(names.at(-1) ?? "", { exact: true }).waitFor();
  await expect.poll(() => report.getByText(/^many\/\d+\.txt$/).count()).toBe(names.length);
});

test("a rewind names other sessions that changed a file, does not select it, and restores the selected files", async () => {
  const shared = path.join(server.project, "shared.txt");
  writeFileSync(shared, "0");
  const run = async (text: string) => {
    await message().fill(text);
    await message().press("Enter");
    await talk().getByRole("article", { name: "Changes" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  };
  const first = await openSession("polylog");
  await run("[[shell echo 1 > shared.txt; echo 1 > mine.txt]] [[say Done.]]");
  await openSession("polylog");
  await run("The other one [[shell echo 2 > shared.txt]] [[say Done.]]");
  await page.goto(`${server.url}/s/${first}`);
  await talk().getByRole("button", { name: "Rewind to here" }).click();
  const dialog = page.getByRole("dialog", { name: "Rewind to this checkpoint?" });
  await dialog.getByLabel("Files only").check();
  const files = dialog.getByRole("group", { name: "Files to restore" });
  const other = files.getByRole("checkbox", { name: /shared\.txt/ });
  await files.getByRole("link", { name: /The other one/ }).waitFor();
  expect([await other.isChecked(), await files.getByRole("checkbox", { name: /mine/ }).isChecked()]).toEqual([
    ...[false, true],
  ]);
  await other.check();
  await dialog.getByRole("button", { name: "Rewind" }).click();
  await dialog.waitFor({ state: "detached" });
  expect([readFileSync(shared, "utf8"), existsSync(path.join(server.project, "mine.txt"))]).toEqual([
    "0",
    false,
  ]);
  await talk().getByRole("paragraph").getByText("Done.").waitFor();
});

test("the panel shows each file's difference to the last checkpoint and its current content", async () => {
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
  expect(await accessibilityViolations(page)).toEqual([]);
  await shown.getByText("File", { exact: true }).click();
  await shown.getByRole("group", { name: "src/cart.ts" }).getByText("export const cart = [1];").waitFor();
  expect(await shown.getByText("export const cart = [];").count()).toBe(0);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
  await files.getByRole("button", { name: /picture\.bin/ }).click();
  await page.getByRole("dialog", { name: "picture.bin" }).getByText("Binary file").waitFor();
});

test("find expands collapsed content: thoughts, output, the rest of a file, a subagent's lane", async () => {
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

test("a link to a message or an ask scrolls to it", async () => {
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
  // The list also scrolls while it measures rows, so only the reader returns to the end.
  const pill = page.getByRole("button", { name: "Jump to latest" });
  await pill.waitFor();
  await talk().evaluate(
    (element) =>
      new Promise<void>((done) => {
        element.addEventListener("scroll", () => requestAnimationFrame(() => done()), { once: true });
        element.scrollTop = element.scrollHeight;
      }),
  );
  expect(await pill.isVisible()).toBe(true);
  await talk().dispatchEvent("wheel");
  await pill.waitFor({ state: "detached" });
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

test("[S33] files of a project that can run programs are announced, and run only after a person has reviewed and trusted them", async () => {
  const project = path.join(server.project, "../brought");
  mkdirSync(path.join(project, ".polylog"), { recursive: true });
  const agents = { helper: { backend: "acp", command: "./helper", args: ["--now"] } };
  writeFileSync(path.join(project, ".polylog/config.json"), JSON.stringify({ agents }));
  await openSession("claude", project);
  const banner = page.getByRole("region", { name: "Trust" });
  await banner.getByText("This project has 1 file that can run programs").waitFor();
  await banner.getByRole("button", { name: "Review…" }).click();
  const dialog = page.getByRole("dialog", { name: "Trust this folder?" });
  await dialog.getByText("the agent helper, which runs: ./helper --now").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Not now" }).click();
  const trusted = async () => {
    const { folders } = await server.get<{ folders: { project_root: string; trusted: boolean }[] }>(
      "/api/trust",
    );
    return folders.find(({ project_root }) => project_root === project)?.trusted;
  };
  expect(await trusted()).toBe(false);
  await banner.getByRole("button", { name: "Review…" }).click();
  await dialog.getByText(".polylog/config.json").waitFor();
  await dialog.getByRole("button", { name: "Trust folder" }).click();
  await banner.waitFor({ state: "detached" });
  expect(await trusted()).toBe(true);

  mkdirSync(path.join(project, ".claude/commands"), { recursive: true });
  writeFileSync(path.join(project, ".claude/commands/\u202egnp.sh"), "evil");
  expect(await trusted()).toBe(false);
  await page.reload();
  await banner.getByText("1 file changed since you trusted this folder").waitFor();
  await banner.getByRole("button", { name: "Review…" }).click();
  const again = page.getByRole("dialog", { name: "Trust the changed files?" });
  const hidden = again.getByRole("listitem").filter({ hasText: "gnp.sh" });
  await hidden.getByRole("img", { name: /^Hidden character/ }).waitFor();
  expect(await hidden.innerText()).toMatch(/^New/);
  expect(await accessibilityViolations(page)).toEqual([]);
  await again.getByRole("button", { name: "Trust folder" }).click();
  await banner.waitFor({ state: "detached" });
  expect(await trusted()).toBe(true);

  await page.goto(`${server.url}/settings/projects`);
  const row = page.getByRole("listitem").filter({ hasText: project });
  await row.getByText("Trusted").waitFor();
  await row.getByRole("button", { name: "Stop trusting" }).click();
  await row.getByText("Not trusted", { exact: true }).waitFor();
  await openSession("claude", project);
  await banner.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await message().waitFor();
  expect(await banner.count()).toBe(0);
});

test("no script or policy errors", () => {
  expect({ problems: tab.problems, outside: tab.outside }).toEqual({ problems: [], outside: [] });
});
