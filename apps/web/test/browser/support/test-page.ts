import { startScriptedModel } from "@polylog/scripted-model";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { PolylogServer } from "./polylog-server.ts";

/** What the tests of a file share: `beforeAll` opens it, and hands on `close`. */
export interface TestServer {
  readonly server: PolylogServer;
  readonly browser: Browser;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** For the model of the built-in agents: without it, there are none. */
  readonly model?: Parameters<typeof startScriptedModel>[0];
  /** Flags of `polylog serve`. */
  readonly flags?: readonly string[];
}

/**
 * A server whose agents play scripts, and a browser. On a model there are two built-in agents as well: `polylog`, which
 * may do everything, and `careful`, which asks.
 */
export async function openTestServer(
  scripts: Readonly<Record<string, unknown>>,
  { model: pace, flags = [] }: TestServerOptions = {},
): Promise<TestServer> {
  const model = pace === undefined ? null : await startScriptedModel(pace);
  const builtIn = { backend: "openai", base_url: `${model?.url}/v1`, model: "scripted", api_key_env: "NONE" };
  const others = model === null ? {} : { polylog: { ...builtIn, permission_mode: "full" }, careful: builtIn };
  const [server, browser] = await Promise.all([PolylogServer.start(scripts, others, flags), openBrowser()]);
  const close = async () => {
    await browser.close();
    await server.stop();
    await model?.close();
  };
  return { server, browser, close };
}

export interface TestPage extends TestServer {
  readonly tab: Tab;
  readonly page: Page;
}

/** The same with a window that is signed in. */
export async function openTestPage(
  scripts: Readonly<Record<string, unknown>>,
  { look, ...options }: TestServerOptions & { readonly look: BrowserContextOptions },
): Promise<TestPage> {
  const testServer = await openTestServer(scripts, options);
  const tab = await openTab(testServer.browser, await testServer.server.signIn(), look);
  await tab.page.getByText("What should be done?").waitFor();
  return { ...testServer, tab, page: tab.page };
}
