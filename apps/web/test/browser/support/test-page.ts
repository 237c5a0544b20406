import { startScriptedModel } from "@polylog/scripted-model";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { openBrowser, openTab, type Tab } from "./browser.ts";
import { PolylogServer } from "./polylog-server.ts";

/** Shared by the tests of a file: `beforeAll` opens it and returns `close`. */
export interface TestServer {
  readonly server: PolylogServer;
  readonly browser: Browser;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** For the model of the built-in agents, which do not exist without it. */
  readonly model?: Parameters<typeof startScriptedModel>[0];
  /** Flags of `polylog serve`. */
  readonly flags?: readonly string[];
}

/**
 * A server whose agents play scripts, and a browser. With a model there are two built-in agents, too: `polylog` with
 * full access, and `careful`, which asks.
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

/** The same with a signed-in window. */
export async function openTestPage(
  scripts: Readonly<Record<string, unknown>>,
  { look, ...options }: TestServerOptions & { readonly look: BrowserContextOptions },
): Promise<TestPage> {
  const testServer = await openTestServer(scripts, options);
  const tab = await openTab(testServer.browser, await testServer.server.signIn(), look);
  await tab.page.getByText("What should we work on?").waitFor();
  return { ...testServer, tab, page: tab.page };
}
