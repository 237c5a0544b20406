import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/built-in-agent/tools/limits.ts";
import { fetchPage } from "../../../src/built-in-agent/tools/web/fetch-page.ts";
import { isPublicAddress } from "../../../src/built-in-agent/tools/web/public-address.ts";
import { newBench } from "./bench.ts";
import { serve } from "./serve.ts";

// Many requests, so it may be slow on a busy machine.
const never = new AbortController().signal;

describe("a page", () => {
  test("[T14] is returned as text, with status and size", async () => {
    const host = await serve((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(
        "<html><head><title>A &amp; B</title><style>x{}</style></head><body><!-- no --><nav><a href='/there'>There</a></nav>" +
          "<h2>Head</h2><p>One   two<br>three</p><script>alert('<p>no</p>')</script><ul><li>first</li><li>second</li></ul>" +
          '<pre>a  b\n  c</pre><a href="#top">top</a> 1 < 2 &#x1F600;<svg><text>no</text></svg></body></html>',
      );
    });
    const { run } = await newBench({}, { privateHosts: [host] });
    const { text, ok } = await run("WebFetch", { url: `http://${host}/`, prompt: "What is it?" });
    expect([ok, text]).toEqual([
      true,
      [
        "HTTP 200 OK",
        `http://${host}/ (text/html; charset=utf-8, 323 bytes)`,
        "",
        "# A & B",
        "",
        `[There](http://${host}/there)`,
        "",
        "## Head",
        "",
        "One two",
        "three",
        "",
        "- first",
        "- second",
        "",
        "```",
        "a  b",
        "  c",
        "```",
        "",
        "top 1 < 2 😀",
      ].join("\n"),
    ]);
  });

  test("[T14] may be JSON, in another encoding, missing, or not text", async () => {
    const host = await serve((request, response) => {
      const answers: Record<string, [number, string, Buffer]> = {
        "/json": [200, "application/json", Buffer.from('{"a":1}')],
        "/latin": [200, "text/plain; charset=iso-8859-1", Buffer.from("caf\xe9", "latin1")],
        "/gone": [404, "text/plain", Buffer.from("not here")],
        "/zip": [200, "application/zip", Buffer.from([80, 75, 0])],
      };
      const [status, type, body] = answers[request.url ?? ""] as [number, string, Buffer];
      response.writeHead(status, { "content-type": type }).end(body);
    });
    const { run } = await newBench({}, { privateHosts: ["127.0.0.1"] });
    const outcomes = [];
    for (const name of ["json", "latin", "gone", "zip"]) {
      const { ok, code, text } = await run("WebFetch", { url: `http://${host}/${name}` });
      outcomes.push([ok, code, text.split("\n").slice(-1)[0]]);
    }
    expect(outcomes).toEqual([
      [true, undefined, '{"a":1}'],
      [true, undefined, "café"],
      [false, "http_error", "not here"],
      [false, "not_text", "The page is not text. Fetch it with a command if you need it."],
    ]);
  });

  test("[T14] is truncated if it is endless, and a compressed one is unpacked no further", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const host = await serve((request, response) => {
      response.setHeader("content-type", "text/plain");
      if (request.url === "/bomb") {
        response.setHeader("content-encoding", "gzip");
        response.end(bomb);
        return;
      }
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65536)));
      };
      response.on("drain", more);
      more();
    });
    for (const name of ["endless", "bomb"]) {
      const page = await fetchPage(`http://${host}/${name}`, { privateHosts: [host], signal: never });
      expect(page).toMatchObject({ ok: true, cut: true });
      expect(page.ok && page.body.length).toBe(limits.fetchBytes);
    }
    const { run } = await newBench({}, { privateHosts: [host] });
    expect(await run("WebFetch", { url: `http://${host}/endless` })).toMatchObject({
      ok: true,
      totalChars: limits.fetchBytes,
    });
  });

  test("[T14] fails if it is slow, silent or incomplete; a cancel stops it", async () => {
    const host = await serve((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
      response.write("x");
      if (request.url === "/breaks") setImmediate(() => response.destroy());
    });
    const options = { privateHosts: [host], signal: never, mostMs: 200 };
    const cancel = new AbortController();
    const cancelled = fetchPage(`http://${host}/slow`, { privateHosts: [host], signal: cancel.signal });
    cancel.abort();
    expect([
      await fetchPage(`http://${host}/slow`, options),
      await fetchPage(`http://${host}/silent`, options),
      await fetchPage(`http://${host}/breaks`, { privateHosts: [host], signal: never }),
      await cancelled,
      await fetchPage("http://127.0.0.1:1/", { privateHosts: ["127.0.0.1"], signal: never }),
    ]).toEqual([
      expect.objectContaining({ ok: false, code: "timed_out" }),
      expect.objectContaining({ ok: false, code: "timed_out" }),
      expect.objectContaining({ ok: false, code: "not_reached" }),
      expect.objectContaining({ ok: false, code: "cancelled" }),
      expect.objectContaining({ ok: false, code: "not_reached" }),
    ]);
  });

  test("[S27] with hostile HTML takes no longer than any other", async () => {
    const pieces = ["<a '", "<!--", "<script>", "<", "<a href='", "&#", "</p", "<svg>", "&amp", "<p <p "];
    const host = await serve((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end((pieces[Number(request.url?.slice(1))] ?? "").repeat(200_000));
    });
    const { run } = await newBench({}, { privateHosts: [host] });
    const oks = [];
    for (const index of pieces.keys())
      oks.push((await run("WebFetch", { url: `http://${host}/${index}` })).ok);
    expect(oks).toEqual(pieces.map(() => true));
  });
});

describe("[S28] private addresses", () => {
  test("are refused in every spelling, unless they are configured", async () => {
    let asked = 0;
    const host = await serve((_request, response) => {
      asked++;
      response.end("secret");
    });
    const port = host.split(":")[1];
    const { run } = await newBench();
    const hosts = [
      ...[
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
      ],
      ...[
        "[::]",
        "10.0.0.1",
        "192.168.1.1",
        "172.16.0.1",
        "169.254.169.254",
        "[fe80::1]",
        "[fd00::1]",
        "100.64.0.1",
      ],
      ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "LOCALHOST", "１２７.0.0.1", "224.0.0.1"],
    ];
    const codes = [];
    for (const name of hosts)
      codes.push([name, (await run("WebFetch", { url: `http://${name}:${port}/` })).code]);
    expect(codes.filter(([, code]) => code !== "private_address")).toEqual([]);
    expect(asked).toBe(0);
  });

  test("are refused as the target of a redirect; so are more than five redirects", async () => {
    let asked = 0;
    const secret = await serve((_request, response) => {
      asked++;
      response.end("secret");
    });
    const host = await serve((request, response) => {
      const number = Number(request.url?.slice(1));
      const location = Number.isNaN(number) ? `http://${secret}/` : number === 0 ? "/done" : `/${number - 1}`;
      if (request.url === "/done") response.setHeader("content-type", "text/plain").end("arrived");
      else response.writeHead(302, { location }).end();
    });
    const { run } = await newBench({}, { privateHosts: [host] });
    const outcomes = [];
    for (const name of ["away", "4", "5"]) {
      const { ok, code } = await run("WebFetch", { url: `http://${host}/${name}` });
      outcomes.push([ok, code]);
    }
    expect([outcomes, asked]).toEqual([
      [
        [false, "private_address"],
        [true, undefined],
        [false, "too_many_redirects"],
      ],
      0,
    ]);
  });

  test("are allowed by configured name and port, but not on another port", async () => {
    const host = await serve((_request, response) =>
      response.setHeader("content-type", "text/plain").end("hello"),
    );
    const port = Number(host.split(":")[1]);
    const { run } = await newBench({}, { privateHosts: [`localhost:${port}`] });
    expect((await run("WebFetch", { url: `http://localhost:${port}/` })).text).toContain("hello");
    expect(await run("WebFetch", { url: `http://localhost:${port + 1}/` })).toMatchObject({
      code: "private_address",
    });
    expect(await run("WebFetch", { url: `http://127.0.0.1:${port}/` })).toMatchObject({
      code: "private_address",
    });
  });

  test("other schemes, and URLs with a password, are refused", async () => {
    const { run } = await newBench();
    const codes = [];
    for (const url of [
      "file:///etc/passwd",
      "ftp://x.test/",
      "javascript:1",
      "http://user:pw@localhost/",
      "no address",
      "http://",
    ]) {
      codes.push((await run("WebFetch", { url })).code);
    }
    expect(codes).toEqual(["bad_url", "bad_url", "bad_url", "bad_url", "bad_url", "bad_url"]);
  });

  test.each([
    ["8.8.8.8", true],
    ["1.1.1.1", true],
    ["172.15.0.1", true],
    ["172.32.0.1", true],
    ["2606:4700::1111", true],
    ["172.31.255.255", false],
    ["2001:db8::1", false],
    ["2001::1", false],
    ["ff02::1", false],
    ["::ffff:8.8.8.8", false],
    ["fec0::1", false],
    ["240.0.0.1", false],
    ["255.255.255.255", false],
    ["nonsense", false],
  ])("%s is public: %j", (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
