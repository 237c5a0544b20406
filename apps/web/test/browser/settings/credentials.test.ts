import { request } from "node:http";
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { type Attacker, startAttacker } from "../support/attacker-page.ts";
import { openTab } from "../support/browser.ts";
import { PolylogServer } from "../support/polylog-server.ts";
import { openTestServer } from "../support/test-page.ts";

let server: PolylogServer;
let onIpv6: PolylogServer;
let browser: Browser;
let attacker: Attacker;

beforeAll(async () => {
  const testServer = await openTestServer({ claude: { default: [{ text: "Hello." }] } });
  ({ server, browser } = testServer);
  [onIpv6, attacker] = await Promise.all([
    PolylogServer.start({ claude: { default: [] } }, {}, ["--host", "::1"]),
    startAttacker(),
  ]);
  return async () => {
    await testServer.close();
    await Promise.all([onIpv6.stop(), attacker.close()]);
  };
});

/** Routes that need no credential, the same as in the access tests. */
const open = new Set([
  "get /api/health",
  "get /doc",
  "get /doc/style.css",
  "post /api/login",
  "post /api/pair",
]);

/** Sends the attacker's credentials to every route and the socket; returns those that did not refuse them. */
async function replay(to: PolylogServer, host: string, headers: Record<string, string>): Promise<string[]> {
  const { paths } = await to.get<{ paths: Record<string, object> }>("/api/openapi.json");
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method, path })),
  );
  const taken: string[] = [];
  for (const { method, path } of [...routes, { method: "get", path: "/ws" }]) {
    const name = `${method} ${path}`;
    if (open.has(name)) continue;
    const status = await statusOf(to, method, path.replaceAll(/\{\w+\}/g, "x"), { ...headers, host });
    if (status !== 401 && status !== 429) taken.push(`${name}: ${status}`);
  }
  return taken;
}

function statusOf(to: PolylogServer, method: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(to.url);
  const isWrite = method !== "get";
  const upgrade = {
    ...{ connection: "Upgrade", upgrade: "websocket", origin: `http://${headers.host}` },
    ...{ "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" },
  };
  const sent = {
    ...headers,
    ...(isWrite && { "content-type": "application/json", "content-length": "2" }),
    ...(path === "/ws" && upgrade),
  };
  return new Promise<number>((resolve, reject) => {
    const options = { host: hostname.replace(/[[\]]/g, ""), port, method: method.toUpperCase(), path };
    const outgoing = request({ ...options, headers: sent, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    outgoing.on("error", reject);
    outgoing.end(isWrite ? "{}" : undefined);
  });
}

test.each(["127.0.0.1", "localhost", "[::1]"])(
  "[S29] a dev server at %s gets the browser's cookie, but no route, stream or socket accepts it",
  async (name) => {
    const to = name === "[::1]" ? onIpv6 : server;
    const { port } = new URL(to.url);
    const own = `http://${name}:${port}`;
    const link = (await to.signIn()).replace(to.url, own);
    const { page, problems } = await openTab(browser, link);
    await page.getByText("What should we work on?").waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    const before = { requests: attacker.received.length, reports: attacker.reports.length };
    const other = await page.context().newPage();
    await other.goto(`http://${name}:${attacker.port}/#${own}`);
    await expect.poll(() => attacker.reports.length).toBe(before.reports + 1);
    expect(attacker.reports.at(-1)).toEqual({
      ...{ cookie: "", storage: "", read: "TypeError", write: "TypeError", withKey: "TypeError" },
      blind: expect.stringMatching(/^(?:opaque |TypeError)$/),
      ...{ socket: "failed", socketWithKey: "failed", stream: "failed", image: "failed", worker: "failed" },
    });

    const stolen = attacker.received.slice(before.requests);
    const cookies = new Set(stolen.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie])));
    expect([...cookies]).toEqual([expect.stringContaining(`polylog_${port}=`)]);
    expect(stolen.filter((headers) => "x-polylog-key" in headers)).toEqual([]);
    for (const cookie of cookies) {
      expect(await replay(to, `${name}:${port}`, { cookie })).toEqual([]);
      const guessed = { cookie, "x-polylog-key": "guess", "sec-websocket-protocol": "polylog-key.guess" };
      expect(await replay(to, `${name}:${port}`, guessed)).toEqual([]);
    }

    await page.reload();
    await page.getByText("What should we work on?").waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

test("[S29] a browser with only its cookie is asked to sign in again, and a new link signs it in", async () => {
  const { page } = await openTab(browser, await server.signIn());
  await page.getByText("What should we work on?").waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page
    .getByRole("alert")
    .getByText("Sign in again: this browser signed in to an older version")
    .waitFor();
  await page.getByLabel("Code or link").fill(await server.signIn());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("What should we work on?").waitFor();
  await page.context().close();
});

test("a failed sign-in shows the server's error, or that the server cannot be reached", async () => {
  const { page } = await openTab(browser, await server.signIn());
  await page.getByText("What should we work on?").waitFor();
  const message = "Too many wrong tokens or codes came from this address. Wait a few seconds, then retry.";
  const error = { code: "too_many_requests", message, retryable: true, details: {} };
  const shown = async () => ({
    title: await page.getByRole("heading", { level: 1 }).textContent(),
    text: await page.locator("main p").textContent(),
  });
  const isMe = (url: URL) => url.pathname === "/api/me";
  // Otherwise the cached state of an earlier visit would be shown.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  });
  await page.context().route(isMe, (route) => route.fulfill({ status: 429, json: { error } }));
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(await shown()).toEqual({ title: "Could not sign in", text: message });
  for (const fails of [() => ({ status: 502, body: "" }), null]) {
    await page.context().unroute(isMe);
    await page.context().route(isMe, (route) => (fails === null ? route.abort() : route.fulfill(fails())));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(async () => (await shown()).title).toBe("Cannot reach the server");
  }
  await page.context().unroute(isMe);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("What should we work on?").waitFor();
  await page.context().close();
});

test("[S29] a second tab follows the first through sign-in and sign-out, and no part of the key remains", async () => {
  const { page } = await openTab(browser, await server.signIn());
  await page.getByText("What should we work on?").waitFor();
  const second = await page.context().newPage();
  await second.goto(`${server.url}/settings/devices`);
  await second.getByText("This browser").first().waitFor();
  await second.getByRole("button", { name: /sign out/i }).click();
  await second.getByText("Sign in to Polylog").waitFor();
  expect(await second.evaluate(() => Object.keys(localStorage).filter((name) => /key/.test(name)))).toEqual(
    [],
  );
  await page.reload();
  await page.getByText("Sign in to Polylog").waitFor();
  await page.context().close();
});

test("[S29] the page's own socket opens with the key as its subprotocol", async () => {
  const { page } = await openTab(browser, await server.signIn());
  await page.getByText("What should we work on?").waitFor();
  const opened = (withKey: boolean) =>
    page.evaluate((isKeyed) => {
      const name = Object.keys(localStorage).find((each) => each.startsWith("polylog.origin-key"));
      const key = localStorage.getItem(name ?? "");
      return new Promise((resolve) => {
        const url = new URL("/ws", location.href.replace("http", "ws"));
        const socket = isKeyed ? new WebSocket(url, ["polylog", `polylog-key.${key}`]) : new WebSocket(url);
        socket.onopen = () => resolve(`open as ${socket.protocol}`);
        socket.onerror = () => resolve("refused");
      });
    }, withKey);
  expect([await opened(true), await opened(false)]).toEqual(["open as polylog", "refused"]);
  await page.context().close();
});
