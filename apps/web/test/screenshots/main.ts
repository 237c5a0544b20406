import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { openBrowser } from "../browser/support/browser.ts";
import { PolylogServer } from "../browser/support/polylog-server.ts";
import { writeFontConfig } from "./fonts.ts";
import { pastLog, pasts } from "./past.ts";
import { earlier, scripts } from "./stories.ts";

/** `npm run screenshots [names…]` takes the pictures of `docs/screenshots` on a temporary server. */

const pictureFolder = path.join(import.meta.dirname, "../../../../docs/screenshots");
const mostBytes = 200_000;

interface Picture {
  readonly name: string;
  /** The address, and a text that must be visible before the picture is taken. */
  readonly at: string;
  readonly shows: string;
  readonly theme?: "light" | "dark" | "contrast";
  readonly phone?: boolean;
  readonly act?: (page: Page) => Promise<void>;
}

// Only agents that are configured here are found; git is needed for checkpoints.
process.env.PATH = [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter);
const scratch = mkdtempSync(path.join(os.tmpdir(), "polylog-pictures-"));
process.env.FONTCONFIG_FILE = writeFontConfig(scratch);
const model = { claude: "opus", codex: "gpt-5.2-codex", pi: "sonnet" } as const;
const agents = Object.entries(scripts).map(([id, script]) => [
  id,
  { backend: "script", model: model[id as keyof typeof model], options: { script } },
]);
const server = await PolylogServer.start({}, Object.fromEntries(agents));
const browser = await openBrowser();
try {
  for (const past of pasts) {
    const file = path.join(scratch, `${past.agentId}.jsonl`);
    writeFileSync(file, pastLog(past, Date.now()));
    await server.post("/api/import", { file, project_root: projectNamed("storefront") });
  }
  for (const { agent, text } of earlier) await begin(text, text, agent, projectNamed("website"));
  const discount = await begin(
    "Discount applied twice at checkout",
    "The discount is applied twice at checkout. Find out why and fix it.",
  );
  const subagents = await begin("Review the discount fix", "Use subagents to review your changes.");
  const plan = await begin(
    "Move orders to PostgreSQL",
    "Make a plan for moving the orders to PostgreSQL.",
    "codex",
  );
  const question = await begin("Persist orders", "The orders are lost on restart. Fix that.");
  const permission = await begin("Fix the build", "The build has been failing since this morning. Fix it.");
  const wanted = process.argv.slice(2);
  const pictures: readonly Picture[] = [
    {
      name: "conversation-light",
      at: `/s/${discount}`,
      shows: "No other place calls",
      theme: "light",
      act: expandResponse,
    },
    {
      name: "conversation-dark",
      at: `/s/${discount}`,
      shows: "No other place calls",
      theme: "dark",
      act: expandResponse,
    },
    { name: "permission", at: `/s/${permission}`, shows: "Run command", theme: "light" },
    {
      name: "question",
      at: `/s/${question}`,
      shows: "Where should they be stored?",
      theme: "dark",
      act: (page) => page.getByRole("radio", { name: /SQLite/ }).check(),
    },
    { name: "plan-high-contrast", at: `/s/${plan}`, shows: "Approve plan", theme: "contrast" },
    {
      name: "subagents",
      at: `/s/${subagents}`,
      shows: "git log --oneline",
      theme: "light",
      act: async (page) => {
        await page.getByRole("button", { name: "Open panel" }).click();
        await page.getByRole("tab", { name: "Subagents" }).click();
      },
    },
    { name: "inbox", at: "/inbox", shows: "Approve plan", theme: "light" },
    {
      name: "home",
      at: "/",
      shows: "What should we work on?",
      theme: "light",
      act: async (page) => {
        await page.getByLabel("Project folder").fill("/home/you/code/shop");
        await page.getByRole("textbox", { name: "Message" }).focus();
      },
    },
    { name: "usage", at: "/usage", shows: "By model", theme: "dark" },
    { name: "settings", at: "/settings/agents", shows: "Refresh", theme: "light" },
    {
      name: "phone-conversation",
      at: `/s/${discount}`,
      shows: "No other place calls",
      theme: "dark",
      phone: true,
    },
    {
      name: "phone-permission",
      at: `/s/${permission}`,
      shows: "Run command",
      theme: "light",
      phone: true,
    },
  ];
  mkdirSync(pictureFolder, { recursive: true });
  for (const picture of pictures)
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, picture);
} finally {
  await browser.close();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Starts a session with a short title, as agents write them. */
async function begin(
  title: string,
  text: string,
  agent = "claude",
  project = server.project,
): Promise<string> {
  const body = { project_root: project, agent_id: agent };
  const { session_id } = await server.post<{ session_id: string }>("/api/sessions", body);
  await server.post(`/api/sessions/${session_id}`, { title }, "PATCH");
  await server.post("/api/chat", { project_root: project, session_id, agent_id: agent, text });
  return session_id;
}

function projectNamed(name: string): string {
  const folder = path.join(path.dirname(server.project), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function take(
  on: Browser,
  { name, at, shows, theme = "light", phone = false, act }: Picture,
): Promise<void> {
  const look: BrowserContextOptions = phone
    ? { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
    : { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.2 };
  const context = await on.newContext({
    ...look,
    colorScheme: theme === "dark" ? "dark" : "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: workingHours(),
  });
  await context.addInitScript(
    (chosen) => localStorage.setItem("polylog.theme", JSON.stringify(chosen)),
    theme,
  );
  const page = await context.newPage();
  await page.goto(await server.signIn(at));
  await page.getByText(shows).first().waitFor();
  await act?.(page);
  await page.evaluate(() => document.fonts.ready);
  // Code is highlighted a moment later.
  await page.waitForFunction(() => document.querySelector("[data-colours=coming]") === null);
  await page.evaluate(nameFolders, path.dirname(server.project));
  const file = path.join(pictureFolder, `${name}.png`);
  await page.screenshot({ path: `${file}.new`, type: "png", caret: "hide", animations: "disabled" });
  await rename(`${file}.new`, file);
  const { size } = await stat(file);
  console.log(`${name}.png ${Math.round(size / 1000)} KB`);
  if (size > mostBytes) {
    console.error(`${name}.png is larger than ${mostBytes / 1000} KB.`);
    process.exitCode = 1;
  }
  await context.close();
}

/** Opens the summary of a finished response. */
async function expandResponse(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /tool calls/ })
    .first()
    .click();
  await page.getByText("Edited", { exact: true }).waitFor();
}

/** Runs in the page: replaces the temporary folder with a plausible one. */
function nameFolders(scratchFolder: string): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.data.includes(scratchFolder)) text.data = text.data.replaceAll(scratchFolder, "/home/you/code");
  }
}

/** A time zone in which it is mid-morning now, so that the pictures show working hours. */
function workingHours(): string {
  const ahead = 10 - new Date().getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead > 12 ? ahead - 24 : ahead;
  // The signs of these zones are inverted.
  return hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}
