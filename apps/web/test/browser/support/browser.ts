import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";

const system = "/usr/bin/chromium";

/** Letters without coloured edges and of the same width everywhere: pictures are smaller and alike. */
const plainText = ["--disable-lcd-text", "--font-render-hinting=none"];

/** The system's Chromium where there is one, else Playwright's own. */
export function openBrowser(): Promise<Browser> {
  const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-component-update", ...quiet, ...plainText],
  });
}

export interface Tab {
  readonly page: Page;
  /** Errors of scripts, of the console and of the page's policy, and requests that were refused. */
  readonly problems: readonly string[];
  /** Requests to anywhere else than the server. */
  readonly outside: readonly string[];
}

/** A fresh profile, tall enough that the whole of a talk is in the document. Nothing moves there that can stand still. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const usual = { viewport: { width: 1280, height: 6000 }, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...usual, ...options });
  // Sooner than the test itself is ended, which would not say what was waited for.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const outside: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    // What was refused is told with its address by the response.
    const isTold = message.text().startsWith("Failed to load resource");
    if (!isTold && ["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const address = request.url();
    if (/^https?:/.test(address) && new URL(address).origin !== new URL(url).origin) outside.push(address);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      console.error(`policy: ${violatedDirective} ${sample}`),
    );
  });
  await page.goto(url);
  return { page, problems, outside };
}
