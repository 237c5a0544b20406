import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";

const system = "/usr/bin/chromium";

/** Without subpixel colors and font hinting, screenshots are smaller and the same on every machine. */
const plainText = ["--disable-lcd-text", "--font-render-hinting=none"];

/** The system's Chromium if installed, else Playwright's. */
export function openBrowser(): Promise<Browser> {
  const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-component-update", ...quiet, ...plainText],
  });
}

export interface Tab {
  readonly page: Page;
  /** Script, console and policy errors, and refused requests. */
  readonly problems: readonly string[];
  /** Requests to other hosts than the server. */
  readonly outside: readonly string[];
}

/** A fresh profile, tall enough that the whole conversation is in the document, without animations. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const usual = { viewport: { width: 1280, height: 6000 }, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...usual, ...options });
  // Shorter than the test's own timeout, whose error would not name the missing element.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const outside: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    // The response reports a refused request with its address.
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
