import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { startServer, TOKEN } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";
import { SseClient } from "./support/sse-client.ts";

test("port 0 selects a free port and the URL contains it; a port in use is a clear error", async () => {
  const server = await startServer();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.port).toBeGreaterThan(0);
  await expect(startServer({ port: server.port })).rejects.toMatchObject({
    code: "bad_config",
    message: `Port ${server.port} on 127.0.0.1 is in use by another program. Choose another port with --port, or 0 for any free one.`,
  });
});

test("an address that others on the network can reach is rejected unless it is requested", async () => {
  await expect(startServer({ host: "0.0.0.0" })).rejects.toMatchObject({ code: "bad_config" });
  const server = await startServer({ host: "0.0.0.0", allowPlainNetwork: true });
  expect(server.url).toBe(`http://localhost:${server.port}`);
  expect((await server.ask("GET", "/api/sessions")).status).toBe(200);
});

test("closing ends streams, sockets, idle and stuck connections", async () => {
  const server = await startServer();
  const stream = await SseClient.open(server.port, "?session_id=s1");
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  let closeCode = 0;
  socket.on("close", (code) => {
    closeCode = code;
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const stuck = await RawSocket.open(server.port);
  stuck.say(`POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 9\r\n`);
  const stalled = await RawSocket.open(server.port);
  stalled.say(
    `GET /api/events?session_id=s1 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
  );
  await until(() => stalled.status === 200);
  stalled.socket.pause();
  for (let n = 0; n < 60; n++) await server.log.emit("s1", "x".repeat(100_000));
  await server.close();
  await until(() => stream.isClosed && closeCode !== 0 && stuck.isClosed);
  expect(closeCode).toBe(1001);
  await expect(server.ask("GET", "/api/health")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a request that is being answered may finish while the server closes", async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const server = await startServer({
    exportSession: async function* () {
      yield "first\n";
      begun.resolve();
      await goOn.promise;
      yield "last\n";
    },
  });
  const asked = server.ask("GET", "/api/sessions/s1/export");
  await begun.promise;
  const closed = server.close();
  goOn.resolve();
  expect((await asked).text).toBe("first\nlast\n");
  await closed;
});

test("an export is a download in a sandbox; one that fails is aborted, not completed", async () => {
  const server = await startServer({
    exportSession: async function* (_, format) {
      yield "<script>alert(1)</script>";
      if (format === "md") throw new Error("broken");
    },
  });
  const { headers, text } = await server.ask("GET", "/api/sessions/s1/export?format=html");
  expect(text).toBe("<script>alert(1)</script>");
  expect(headers["content-disposition"]).toBe('attachment; filename="polylog-s1.html"');
  expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  await expect(server.ask("GET", "/api/sessions/s1/export?format=md")).rejects.toThrow();
});

test("a deeper address of the page references the page's files relative to itself", async () => {
  const { home } = await startServer();
  const folder = path.join(home, "page");
  await mkdir(folder);
  await writeFile(path.join(folder, "index.html"), '<script src="./assets/app.js"></script>');
  const server = await startServer({ staticFolder: folder });
  const get = (at: string, headers = {}) =>
    server.ask("GET", at, { token: null, headers: { accept: "text/html", ...headers } });
  const pages = await Promise.all(
    ["/", "/inbox", "/s/01ABC", "/s/01ABC/e/run.1%2Fcall"].map((at) => get(at)),
  );
  expect(pages.map(({ text }) => text)).toEqual([
    '<script src="./assets/app.js"></script>',
    '<script src="./assets/app.js"></script>',
    '<script src="../assets/app.js"></script>',
    '<script src="../../../assets/app.js"></script>',
  ]);
  const [root, , session] = pages;
  expect(root?.headers.etag).not.toBe(session?.headers.etag);
  expect((await get("/s/01ABC", { "if-none-match": String(session?.headers.etag) })).status).toBe(304);
  expect((await get("/s/gone.js")).status).toBe(401);
});

test("[S24] the page's files are public and no other file is, by any path", async () => {
  const { home } = await startServer();
  const folder = path.join(home, "page");
  await mkdir(path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>Polylog</title>");
  await writeFile(path.join(folder, "assets", "app.js"), "export {};");
  await writeFile(path.join(folder, ".env"), "SECRET");
  await writeFile(path.join(home, "secret.txt"), "SECRET");
  await symlink(path.join(home, "secret.txt"), path.join(folder, "link.txt"));
  await symlink(home, path.join(folder, "up"));
  const server = await startServer({ staticFolder: folder });
  const get = (at: string, headers = {}) => server.ask("GET", at, { token: null, headers });

  const page = await get("/");
  expect([page.status, page.headers["content-type"], page.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-cache",
  ]);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  const script = await get("/assets/app.js?v=1");
  expect([script.text, script.headers["content-type"]]).toEqual([
    "export {};",
    "text/javascript; charset=utf-8",
  ]);
  expect(script.headers["cache-control"]).toContain("immutable");
  expect((await get("/assets/app.js", { "if-none-match": String(script.headers.etag) })).status).toBe(304);
  expect((await get("/session/s1", { accept: "text/html" })).text).toBe(page.text);
  expect((await get("/api/sessions", { accept: "text/html" })).status).toBe(401);

  const ups = [
    "..",
    "%2e%2e",
    "..%2f",
    "%2e%2e%2f",
    ".%2e",
    "..;",
    "assets/..",
    "assets/../..",
    "up",
    "%c0%ae%c0%ae",
    "....//",
  ];
  const targets = ["secret.txt", "page/.env", "token", "etc/passwd"];
  const tries = ups.flatMap((up) =>
    targets.flatMap((target) => [`/${up}/${target}`, `/${up}/${up}/${target}`, `//${up}/${target}`]),
  );
  for (const at of [
    ...tries,
    "/link.txt",
    "/.env",
    "/up/secret.txt",
    "/secret.txt",
    "/assets",
    "/assets/",
    "/index.html/x",
  ]) {
    const answer = await get(at);
    expect([at, answer.status === 401 || answer.status === 400, answer.text.includes("SECRET")]).toEqual([
      at,
      true,
      false,
    ]);
  }
});
