import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { openBrowser } from "../browser/support/browser.ts";
import { PolylogServer } from "../browser/support/polylog-server.ts";
import { writeFontConfig } from "../screenshots/fonts.ts";
import { startTourModel } from "./model.ts";
import { Recorder } from "./recorder.ts";
import { desktopSize, phoneSize, pixelRatio, writeAnimation } from "./stage.ts";
import { fixPrompt, fixScript, notesPrompt, notesScript, projectFiles } from "./story.ts";

/**
 * `npm run tour`: the animation of the README. Server, screens, Claude Code and the built-in agent are real; the model plays
 * scripts.
 */

const root = path.join(import.meta.dirname, "../../../..");
const file = path.join(root, "docs/screenshots/tour.webp");
const mostBytes = 3_000_000;
const claude = `tools/programs/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;

const scratch = mkdtempSync(path.join(os.tmpdir(), "polylog-tour-"));
process.env.FONTCONFIG_FILE = writeFontConfig(scratch);
process.env.PATH = [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter);
const model = await startTourModel({ [fixPrompt]: fixScript, [notesPrompt]: notesScript });
const server = await PolylogServer.start(
  {},
  {
    claude: {
      backend: "claude",
      permission_mode: "accept_edits",
      command: path.join(root, claude),
      env: {
        CLAUDE_CONFIG_DIR: path.join(scratch, "claude"),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: "scripted",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
    },
    polylog: {
      backend: "openai",
      base_url: `${model.url}/v1`,
      api_key: "scripted",
      model: "gpt-5.6",
      options: { prices: { "gpt-5.6": { input: 1, output: 10 } } },
    },
  },
);
for (const [name, text] of Object.entries(projectFiles)) {
  const target = path.join(server.project, name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
rmSync(path.join(server.project, "src/cart.ts"), { force: true });
const browser = await openBrowser();
try {
  const desktop = await open({ width: desktopSize.width, height: desktopSize.height }, desktopSize.shown);
  const phone = await open({ width: phoneSize.width, height: phoneSize.height }, phoneSize.shown, true);
  await desktop.getByLabel("Project folder").fill(server.project);
  await phone.goto(`${server.url}/inbox`);
  const recorder = new Recorder(desktop, phone);

  recorder.caption = "Give Claude Code a task";
  recorder.terminal = ["$ npm start"];
  await recorder.hold(600);
  await start(desktop, "claude", fixPrompt);
  const fix = new URL(desktop.url()).pathname;
  await desktop.getByText("Found it").waitFor();
  recorder.caption = "Give another agent the next task";
  await desktop.getByRole("link", { name: "New session" }).first().click();
  await start(desktop, "polylog", notesPrompt);

  recorder.caption = "Claude Code needs a permission: answer it on your phone";
  await phone.goto(server.url + fix);
  const allow = phone.getByRole("button", { name: "Allow once" });
  await allow.waitFor();
  await recorder.hold(1600);
  const box = await allow.boundingBox();
  if (box === null) throw new Error("The button to allow is not visible.");
  recorder.touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await recorder.hold(700);
  recorder.touch = null;
  await allow.tap();
  await phone.getByText("and the test passes").waitFor();
  await phone.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  await recorder.hold(1600);

  await desktop.getByText("Allow once").first().waitFor();
  recorder.caption = "The other agent waits for you. Now kill the server";
  await recorder.hold(1500);
  recorder.terminal = ["$ kill -9 $(pgrep -f 'polylog serve')"];
  await server.crash();
  await desktop.getByText("Offline").first().waitFor();
  await recorder.hold(1800);
  recorder.caption = "Start it again: nothing is lost, and the agent still waits for you";
  recorder.terminal = [...recorder.terminal, "$ npm start"];
  await server.startAgain();
  await Promise.all([desktop.reload(), phone.reload()]);
  await desktop.getByText("Allow once").first().waitFor();
  await recorder.hold(1800);
  await desktop.getByRole("button", { name: "Allow once" }).click();
  await desktop.getByText("I saved the release notes").waitFor();
  await desktop.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  await recorder.hold(1200);
  recorder.caption = "One log for every coding agent";
  await recorder.hold(2500);
  await writeAnimation(browser, await recorder.stop(), file, scratch);
} finally {
  await browser.close();
  await server.stop();
  await model.close();
  rmSync(scratch, { recursive: true, force: true });
}
const { size } = await stat(file);
console.log(`tour.webp ${Math.round(size / 1000)} KB`);
if (size > mostBytes) {
  console.error(`tour.webp is larger than ${mostBytes / 1e6} MB.`);
  process.exitCode = 1;
}

async function open(
  viewport: { width: number; height: number },
  shown: number,
  phone = false,
): Promise<Page> {
  const look: BrowserContextOptions = phone ? { isMobile: true, hasTouch: true } : {};
  const context = await browser.newContext({
    ...look,
    viewport,
    deviceScaleFactor: (pixelRatio * shown) / viewport.width,
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    locale: "en-GB",
  });
  const page = await context.newPage();
  await page.goto(await server.signIn("/"));
  return page;
}

async function start(page: Page, agent: string, prompt: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${agent}`) }).click();
  const message = page.getByRole("textbox", { name: "Message" });
  await message.click();
  for (const word of prompt.split(/(?<= )/)) await message.pressSequentially(word);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/s\//);
}
