import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type CDPSession, chromium, type Page } from "playwright";
import { build, type InlineConfig, preview } from "vite";

const system = "/usr/bin/chromium";
const root = path.join(import.meta.dirname, "..");

/** A page of `bench/pages`, built like the real one, in a real Chromium. */
export class BenchPage {
  readonly page: Page;
  private readonly protocol: CDPSession;
  private readonly closing: readonly (() => Promise<unknown>)[];

  private constructor(page: Page, protocol: CDPSession, closing: readonly (() => Promise<unknown>)[]) {
    this.page = page;
    this.protocol = protocol;
    this.closing = closing;
  }

  /** `unlimited`: frames are drawn as fast as possible, so that only work takes time. */
  static async open(name: string, { unlimited }: { readonly unlimited: boolean }): Promise<BenchPage> {
    const outDir = mkdtempSync(path.join(os.tmpdir(), "polylog-bench-page-"));
    const config: InlineConfig = {
      // Every contestant uses its own packages unchanged, including ours.
      configFile: false,
      root: path.join(root, "bench/pages"),
      logLevel: "silent",
      worker: { format: "es" },
      // One React for all contestants.
      resolve: { dedupe: ["react", "react-dom"] },
    };
    await build({
      ...config,
      build: {
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: path.join(root, "bench/pages", `${name}.html`) },
      },
    });
    const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
    const browser = await chromium.launch({
      ...(existsSync(system) ? { executablePath: system } : {}),
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        ...(unlimited ? ["--disable-frame-rate-limit", "--disable-gpu-vsync"] : []),
      ],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on("pageerror", (error) => console.error(error));
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(new URL(`${name}.html`, server.resolvedUrls?.local[0]).href);
    return new BenchPage(page, protocol, [
      () => browser.close(),
      () => server.close(),
      async () => rmSync(outDir, { recursive: true, force: true }),
    ]);
  }

  /** Milliseconds of processor time that the page's main thread took for it. */
  async cost(work: () => Promise<unknown>): Promise<number> {
    const before = await this.busyMs();
    await work();
    return (await this.busyMs()) - before;
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }

  private async busyMs(): Promise<number> {
    const { metrics } = await this.protocol.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  }
}
