import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Role } from "@polylog/core";
import { onTestFinished } from "vitest";
import { Auth } from "../../../src/http/auth/auth.ts";
import { createLogger } from "../../../src/http/logger.ts";
import { type HttpOptions, startHttp } from "../../../src/http/server.ts";
import { FakeService } from "./fake-service.ts";
import { TestLog } from "./test-log.ts";

/** A token that may appear only in the file that is created for it. */
export const TOKEN = "canary_Zq7vJ2mXw9LkR4tYb8NcH5sGd3PfA6eU1iOoVxQzKj0";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export interface Asking {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text and bytes unchanged. */
  readonly body?: unknown;
}

export type Harness = Awaited<ReturnType<typeof startServer>>;

/** A complete HTTP layer on a free port, with a fake service behind it. It stops when the test ends. */
export async function startServer(
  options: Partial<HttpOptions> & { readonly now?: () => number; readonly elapsed?: () => number } = {},
) {
  const { now, elapsed, ...rest } = options;
  const home = await mkdtemp(path.join(tmpdir(), "polylog-http-"));
  const tokenFile = path.join(home, "token");
  const log = new TestLog();
  const { store, hub } = log;
  await log.begin("s1");
  const service = new FakeService(store);
  const logged: string[] = [];
  const logger = createLogger("trace", { write: (line) => logged.push(line) });
  const clocks = { now: now ?? Date.now, elapsed: elapsed ?? now ?? (() => performance.now()) };
  const auth = await Auth.open({ store, tokenFile, token: TOKEN, clocks });
  const server = await startHttp({
    services: service.services,
    hub,
    store,
    auth,
    host: "127.0.0.1",
    port: 0,
    logger,
    ...rest,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
    await rm(home, { recursive: true });
  });
  const port = Number(new URL(server.url).port);

  return {
    ...server,
    port,
    home,
    tokenFile,
    log,
    store,
    service,
    auth,
    logged,
    ask: (method: string, at: string, asking: Asking = {}) => ask(agent, port, method, at, asking),
    async device(role: Role): Promise<{ token: string; deviceId: string }> {
      const { device, secret } = await auth.devices.add(role, role, "token", null);
      return { token: secret, deviceId: device.deviceId };
    },
    /** Signs a browser in, as the page does; returns the headers to send. */
    async browser(role: Role): Promise<BrowserHeaders> {
      const { code } = auth.newCode(role, "browser");
      return browserHeaders(await ask(agent, port, "POST", "/api/login", { token: null, body: { code } }));
    },
  };
}

function ask(agent: Agent, port: number, method: string, at: string, asking: Asking): Promise<Answer> {
  const { token = TOKEN, headers = {}, body } = asking;
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const bytes =
    body === undefined ? undefined : isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        port,
        method,
        path: at,
        host: "127.0.0.1",
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(method !== "GET" && { "content-type": "application/json" }),
          ...(bytes !== undefined && { "content-length": bytes.length }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = incoming.headers["content-type"]?.startsWith("application/json;") === true;
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text !== "" ? JSON.parse(text) : null,
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

/** Both halves of a browser's credential. */
export type BrowserHeaders = { readonly cookie: string; readonly "x-polylog-key": string };

export function browserHeaders({ headers, json }: Answer): BrowserHeaders {
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return { cookie, "x-polylog-key": (json as { origin_key: string }).origin_key };
}

export function codeOf({ json }: Answer): unknown {
  return (json as { error?: { code?: unknown } } | null)?.error?.code;
}
