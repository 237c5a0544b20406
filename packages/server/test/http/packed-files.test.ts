import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startServer } from "./support/harness.ts";

const script = "export const polylog = true;\n".repeat(40);

async function servePage() {
  const { home } = await startServer();
  const folder = path.join(home, "page");
  await mkdir(path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(folder, "index.html"), "<!doctype html>");
  await writeFile(path.join(folder, "diagram.html"), "<!doctype html><title>Diagram</title>");
  await writeFile(path.join(folder, "assets", "app.js"), script);
  await writeFile(path.join(folder, "assets", "app.js.br"), brotliCompressSync(script));
  await writeFile(path.join(folder, "assets", "app.js.gz"), gzipSync(script));
  await writeFile(path.join(folder, "assets", "plain.js"), script);
  const { url } = await startServer({ staticFolder: folder });
  /** The text as it is after decompression. */
  return async (at: string, encoding: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(url + at, { headers: { ...more, "accept-encoding": encoding } });
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), encoding: headers.get("content-encoding") };
  };
}

test("[H2] the best compression that the browser accepts is selected, with the content type of the original file", async () => {
  const get = await servePage();
  const asked = [
    "gzip, deflate, br, zstd",
    "gzip",
    "br;q=0, *",
    "br;q=0.5",
    "GZIP",
    "identity",
    "br;q=0",
    "",
  ];
  const given = await Promise.all(asked.map((encoding) => get("/assets/app.js", encoding)));
  expect(given.map(({ encoding }) => encoding)).toEqual([
    "br",
    "gzip",
    "gzip",
    "br",
    "gzip",
    null,
    null,
    null,
  ]);
  expect(given.map(({ headers }) => [headers.get("content-type"), headers.get("vary")])).toEqual(
    asked.map(() => ["text/javascript; charset=utf-8", "accept-encoding"]),
  );
  expect(new Set(given.map(({ text }) => text))).toEqual(new Set([script]));
});

test("[H2] each compression has its own ETag", async () => {
  const get = await servePage();
  const ways = await Promise.all(
    ["br", "gzip", "identity"].map((encoding) => get("/assets/app.js", encoding)),
  );
  expect(new Set(ways.map(({ headers }) => headers.get("etag"))).size).toBe(3);
  const again = await get("/assets/app.js", "br", { "if-none-match": ways[0]?.headers.get("etag") ?? "" });
  expect([again.status, again.headers.get("vary")]).toEqual([304, "accept-encoding"]);
});

test("[H2] a file that was not compressed is sent uncompressed, and a compressed file has no address", async () => {
  const get = await servePage();
  const plain = await get("/assets/plain.js", "br, gzip");
  expect([plain.encoding, plain.headers.get("vary"), plain.text]).toEqual([null, null, script]);
  expect((await get("/assets/app.js.br", "br")).status).toBe(401);
});

test("only the frame that draws diagrams may be framed, by the page itself, without an origin or network access", async () => {
  const get = await servePage();
  const [frame, page, asset] = await Promise.all(
    ["/diagram.html", "/index.html", "/assets/app.js"].map((at) => get(at, "identity")),
  );
  const policyOf = (answer: typeof frame) => answer?.headers.get("content-security-policy")?.split("; ");
  expect([policyOf(frame), frame?.headers.get("x-frame-options"), frame?.text]).toEqual([
    [
      ...["default-src 'none'", "script-src 'unsafe-inline'", "style-src 'unsafe-inline'", "base-uri 'none'"],
      ...["form-action 'none'", "frame-ancestors 'self'", "sandbox allow-scripts"],
    ],
    "SAMEORIGIN",
    "<!doctype html><title>Diagram</title>",
  ]);
  for (const other of [page, asset]) {
    expect(policyOf(other)).toEqual(expect.arrayContaining(["frame-src 'self'", "frame-ancestors 'none'"]));
    expect(other?.headers.get("x-frame-options")).toBe("DENY");
  }
});
