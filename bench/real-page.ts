import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";

const system = "/usr/bin/chromium";
/** How much slower a mid-range phone is than this machine. */
const SLOWER = 4;

/** The built page on a real server, in a Chromium with a throttled processor. */
export class RealPage {
  readonly page: Page;
  /** Milliseconds from the navigation to the first frame with all selectors. */
  readonly readyMs: number;
  /** The part of it that is processor time of the main thread, at the throttled pace. */
  readonly busyMs: number;

  private constructor(page: Page, readyMs: number, busyMs: number) {
    this.page = page;
    this.readyMs = readyMs;
    this.busyMs = busyMs;
  }

  /** A fresh profile that is signed in, with an empty cache. `selectors` must all be in the document. */
  static async open(
    browser: Browser,
    url: string,
    selectors: readonly string[],
    storageState: NonNullable<BrowserContextOptions["storageState"]>,
  ): Promise<RealPage> {
    const context = await browser.newContext({
      storageState,
      viewport: { width: 1280, height: 800 },
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const busy = async () => {
      const { metrics } = await protocol.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    };
    await page.addInitScript((wanted) => {
      const look = () => {
        const isThere = wanted.every((selector) => document.querySelector(selector) !== null);
        if (!isThere) return requestAnimationFrame(look);
        // After the frame that contains it.
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { readyMs: performance.now() })));
      };
      requestAnimationFrame(look);
    }, selectors);
    const before = await busy();
    await page.goto(url, { waitUntil: "commit" });
    const readyMs = await page
      .waitForFunction(() => (window as { readyMs?: number }).readyMs, null, { polling: 50, timeout: 60_000 })
      .then((handle) => handle.jsonValue() as Promise<number>);
    const after = await busy();
    return new RealPage(page, readyMs, after < before ? after : after - before);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

export function openThrottled(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
}

/** The cookies of a browser that opened the sign-in link. */
export async function signedIn(browser: Browser, url: string, code: string) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${url}/#code=${code}`);
  await page.locator("nav").first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
