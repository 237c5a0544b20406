import { describe, expect, test } from "vitest";
import { linksIn, webAddress } from "../../src/tools/output/links.ts";
import { aCard, cardOf, done, failed, goesOn, pending } from "./call.ts";

const link = (url: string, title: string | null = null) => ({ url, title, detail: null });
const links = (collapsed: boolean, ...list: readonly ReturnType<typeof link>[]) =>
  ({ kind: "links", links: list, collapsed }) as const;
const prose = (text: string) => ({ kind: "text", text, format: "markdown", collapsed: true }) as const;
const url = "https://example.org/a";

describe("a page", () => {
  test("[T15] Claude: the URL as a link, the size in the line", () => {
    expect(cardOf(done("WebFetch", { url, prompt: "What is it?" }, "An é page."))).toEqual(
      aCard({
        icon: "globe",
        title: "Fetched",
        object: url,
        summary: "11 B",
        blocks: [links(false, link(url)), prose("An é page.")],
      }),
    );
  });

  test.each([
    [
      "fields next to the text",
      '{"bytes": 3456, "code": 200, "codeText": "OK", "result": "Text."}',
      "200 OK, 3.5 kB",
    ],
    ["fields without a size", '{"status": 404, "content": "Text."}', "404, 5 B"],
    ["a first line", "HTTP 200 OK\nText.", "200 OK, 5 B"],
    ["a first line with a size", "HTTP 200 OK, 3456 bytes\nText.", "200 OK, 3.5 kB"],
    ["a first line with a version", "HTTP/1.1 301 Moved Permanently\nText.", "301 Moved Permanently, 5 B"],
    ["another first line", "Status: 500\nText.", "500, 5 B"],
  ])("[T15] HTTP status from %s", (_, result, summary) => {
    expect(cardOf(done("web_fetch", { url }, result))).toEqual(
      aCard({
        icon: "globe",
        title: "Fetched",
        object: url,
        summary,
        blocks: [links(false, link(url)), prose("Text.")],
      }),
    );
  });

  test("[T15] a cut page has the size of the whole", () => {
    const call = done("WebFetch", { url }, "Text.", { truncated: { totalChars: 90_000 } });
    expect(cardOf(call).summary).toBe("90.0 kB");
  });

  test("[T15] gemini: the URLs are in the prompt", () => {
    const call = pending("web_fetch", { prompt: "Compare https://a.example/x and https://b.example/y." });
    expect(cardOf(call)).toEqual(
      aCard({
        icon: "globe",
        title: "Fetching",
        object: "https://a.example/x, https://b.example/y",
        blocks: [links(false, link("https://a.example/x"), link("https://b.example/y"))],
        ...goesOn,
      }),
    );
  });

  test("[T15] a failed request shows the reason", () => {
    expect(cardOf(failed("webfetch", { url }, "Request failed with status code 404"))).toEqual(
      aCard({
        icon: "globe",
        title: "Tried to fetch",
        object: url,
        summary: "Request failed with status code 404",
        state: "error",
        blocks: [
          links(false, link(url)),
          {
            kind: "error",
            code: "tool_error",
            message: "Request failed with status code 404",
            collapsed: false,
          },
        ],
      }),
    );
  });
});

describe("a search", () => {
  const result = [
    'Web search results for query: "polylog"',
    "",
    'Links: [{"title": "One", "url": "https://one.example"}, {"title": "Two", "url": "https://two.example"}]',
    "",
    "Both say so.",
  ].join("\n");

  test("[T16] Claude: the query is visible, the links are collapsed", () => {
    expect(cardOf(done("WebSearch", { query: "polylog" }, result))).toEqual(
      aCard({
        icon: "globe",
        title: "Searched the web",
        object: "polylog",
        summary: "2 results",
        blocks: [
          links(true, link("https://one.example", "One"), link("https://two.example", "Two")),
          prose('Web search results for query: "polylog"\n\nBoth say so.'),
        ],
      }),
    );
  });

  test("[T16] a list of links in JSON is not repeated as text", () => {
    const found = JSON.stringify([{ title: "One", url: "https://one.example", snippet: "First." }]);
    expect(cardOf(done("web_search", { query: "polylog" }, found)).blocks).toEqual([
      links(true, { ...link("https://one.example", "One"), detail: "First." } as never),
    ]);
  });

  test("[T16] Codex: the query, or the page it opened", () => {
    const searching = pending("webSearch", { query: "", action: { type: "search", queries: ["a b", "c"] } });
    expect(cardOf(searching)).toEqual(
      aCard({ icon: "globe", title: "Searching the web", object: "a b, c", ...goesOn }),
    );
    expect(cardOf(done("webSearch", { action: { type: "openPage", url } }))).toEqual(
      aCard({
        icon: "globe",
        title: "Searched the web",
        object: url,
        summary: "1 result",
        blocks: [links(true, link(url))],
      }),
    );
  });

  test("[T16] links as an ACP agent attaches them", () => {
    const call = done("google_web_search", { query: "x" }, null, {
      content: [{ type: "link", uri: "https://one.example", title: "One" }],
    });
    expect(cardOf(call).blocks).toEqual([links(true, link("https://one.example", "One"))]);
  });

  test.each([
    ["a JSON list", '[{"name": "A", "link": "https://a.example"}]', [link("https://a.example", "A")]],
    ["an object of results", '{"results": [{"url": "https://a.example"}]}', [link("https://a.example")]],
    ["Markdown", "1. [A](https://a.example/x) says", [link("https://a.example/x", "A")]],
    [
      "bare URLs",
      "See https://a.example/x, or (http://b.example).",
      [link("https://a.example/x"), link("http://b.example")],
    ],
    ["nothing", "No results.", []],
  ])("[T16] links from %s", (_, text, found) => {
    expect(linksIn(text)).toEqual(found);
  });
});

describe("URLs", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript://x%0aalert(1)",
    "data:text/html,<b>",
    "file:///etc/passwd",
    "//example.org",
    "ftp://example.org",
    "https://",
    "https:// example.org",
    "https://exa\u202emple.org",
    "https://example.org/\u0000",
    "view-source:https://example.org",
  ])("[T17] %j is shown as text, not as a link", (address) => {
    expect(webAddress(address)).toBeNull();
    const { blocks } = cardOf(pending("WebFetch", { url: address }));
    expect(blocks.map((block) => block.kind)).toEqual(["text"]);
  });

  test("[T17] http and https are links", () => {
    expect(webAddress(" HTTPS://Example.org/a?b#c ")).toBe("HTTPS://Example.org/a?b#c");
    expect(webAddress("http://localhost:3000")).toBe("http://localhost:3000");
  });
});
