import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PolylogError } from "../../src/polylog-error.ts";
import { startServer } from "./support/harness.ts";

async function pageFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "polylog-page-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "index.html"), '<script src="./assets/a.js"></script>');
  await writeFile(path.join(folder, "assets/a.js"), "1;");
  return folder;
}

/** A typical proxy: it forwards everything, with the requested host name. */
async function proxyTo(port: number): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test("[H1] everything is available below a base path, through a proxy that keeps the path in the address", async () => {
  const placeholder = "http://127.0.0.1:1";
  const staticFolder = await pageFolder();
  // The proxy's port is known only after the server's, so the server gets another name first.
  const known = { origins: [placeholder] };
  const server = await startServer({ staticFolder, basePath: "/polylog", ...known });
  const proxy = await proxyTo(server.port);
  const headers = { host: new URL(placeholder).host };
  const ask = (at: string, more: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const { method = "GET", body } = more;
      const to = request(`${proxy}${at}`, { method, headers: { ...headers, ...more.headers } }, (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      to.on("error", reject);
      to.end(body);
    });

  const bare = await ask("/polylog");
  expect({ status: bare.status, location: bare.headers.location }).toEqual({
    status: 308,
    location: "/polylog/",
  });
  expect((await ask("/polylog/")).text).toBe('<script src="./assets/a.js"></script>');
  expect((await ask("/polylog/s/1", { headers: { accept: "text/html" } })).text).toBe(
    '<script src="../assets/a.js"></script>',
  );
  expect((await ask("/polylog/assets/a.js")).text).toBe("1;");
  expect((await ask("/polylog/api/health")).status).toBe(200);
  expect((await ask("/polylogs/api/health")).status).toBe(401);

  const { code } = server.auth.newCode("owner", "browser");
  const login = await ask("/polylog/api/login", {
    method: "POST",
    headers: { "content-type": "application/json", origin: placeholder },
    body: JSON.stringify({ code }),
  });
  const [cookie = ""] = (login.headers["set-cookie"] ?? []) as string[];
  expect(cookie).toMatch(/; Path=\/polylog\/; /);
  const { origin_key } = JSON.parse(login.text) as { origin_key: string };
  const credential = { cookie: cookie.split(";")[0] ?? "", "x-polylog-key": origin_key };
  const me = await ask("/polylog/api/me", { headers: credential });
  expect(JSON.parse(me.text)).toMatchObject({ role: "owner" });
});

test("[H1] everything is also available without the path, because some proxies remove it", async () => {
  const server = await startServer({ basePath: "/polylog/" });
  expect((await server.ask("GET", "/api/health")).status).toBe(200);
  expect((await server.ask("GET", "/polylog/api/health")).status).toBe(200);
});

test("[H1] an invalid path is rejected at startup", async () => {
  for (const basePath of ["polylog", "/a b", "/a//b", "/a?b", "http://x/"])
    await expect(startServer({ basePath })).rejects.toThrow(PolylogError);
});
