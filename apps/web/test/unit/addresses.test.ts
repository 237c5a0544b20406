import { expect, test } from "vitest";
import { cleanOutput } from "../../src/cards/blocks/output/clean-output.ts";
import { connectionOf } from "../../src/data/connection.ts";
import { ago, cost, count, duration, elapsed, folderName } from "../../src/format/format.ts";
import { externalUrl } from "../../src/markdown/external-url.ts";
import { languageId } from "../../src/markdown/languages.ts";
import { parseRoute, type Route, routePath } from "../../src/routing/route.ts";
import { decodeNamedCharacterReference } from "../../src/shims/named-characters.ts";

test("every route survives a round trip through its address", () => {
  const places: readonly Route[] = [
    { page: "home" },
    { page: "inbox" },
    { page: "settings", section: "agents" },
    { page: "session", sessionId: "01ABC", target: null },
    { page: "session", sessionId: "01ABC", target: { kind: "entry", key: "run.1/call/a b%" } },
    { page: "session", sessionId: "01ABC", target: { kind: "ask", askId: "ask/1" } },
    { page: "unknown", path: "s/01ABC/x/y" },
  ];
  expect(places.map((place) => parseRoute(routePath(place)))).toEqual(places);
});

test("a badly encoded address is still parsed", () => {
  expect(parseRoute("s/%E0%A4%A")).toEqual({ page: "session", sessionId: "%E0%A4%A", target: null });
});

test("the connection status shows the worst known state", () => {
  expect([
    connectionOf("open", "live"),
    connectionOf("open", "catching_up"),
    connectionOf("connecting", "live"),
    connectionOf("offline", "live"),
    connectionOf("open", "offline"),
    connectionOf("denied", "offline"),
    connectionOf("idle", null),
  ]).toEqual(["live", "catching_up", "catching_up", "offline", "offline", "denied", "live"]);
});

test("only web and mail URLs become links", () => {
  const given = [
    "https://a.example/x",
    "HTTP://a.example",
    "mailto:a@b.example",
    "javascript:alert(1)",
    "/etc/passwd",
  ];
  expect(given.map((href) => externalUrl(href)?.protocol ?? null)).toEqual([
    "https:",
    "http:",
    "mailto:",
    null,
    null,
  ]);
  expect([externalUrl("data:text/html,x"), externalUrl(undefined), externalUrl("https://")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("output is shown without terminal codes, and an overwritten line shows its last version", () => {
  expect(cleanOutput("\u001b[32mok\u001b[0m 1\r\n10 %\r100 %\nend\u0007")).toBe(
    "\u001b[32mok\u001b[0m 1\n100 %\nend",
  );
  expect(cleanOutput("a\u001b[2Jb\u001b[3;4Hc\u001bd")).toBe("abcd");
  expect(cleanOutput("\u001b]0;title\u0007text")).toBe("text");
});

test("numbers are short", () => {
  expect([80, 1500, 12_400, 61_000, 3_700_000].map(duration)).toEqual([
    "0.1 s",
    "1.5 s",
    "12 s",
    "1 m 1 s",
    "1 h 1 m",
  ]);
  expect([900, 61_900].map(elapsed)).toEqual(["0 s", "1 m 1 s"]);
  expect([cost(0, true), cost(0.0042, true), cost(1.239, true), cost(1, false)]).toEqual([
    "$0",
    "$0.0042",
    "$1.24",
    "≥ $1.00",
  ]);
  expect([999, 1000, 41_200, 168_000, 1_250_000].map(count)).toEqual(["999", "1k", "41.2k", "168k", "1.3M"]);
  expect([0, 59_000, 61_000, 7_200_000, 172_800_000].map((past) => ago(1e12 - past, 1e12))).toEqual([
    "now",
    "now",
    "1m",
    "2h",
    "2d",
  ]);
  expect([folderName("/home/you/code/shop/"), folderName("C:\\code\\shop"), folderName("/")]).toEqual([
    "shop",
    "shop",
    "/",
  ]);
});

test("a language is found by its name and aliases, and by nothing else", () => {
  expect(
    ["ts", "TypeScript", "sh", "console", "nonsense", "__proto__", "constructor"].map(languageId),
  ).toEqual(["typescript", "typescript", "bash", "bash", null, null, null]);
});

test("character references are decoded; unknown ones stay unchanged", () => {
  expect(["amp", "hellip", "nonsense", "constructor"].map(decodeNamedCharacterReference)).toEqual([
    "&",
    "…",
    false,
    false,
  ]);
});
