import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { hostileValues } from "../../hostile-values.ts";
import { type Bench, newBench, put } from "./bench.ts";

// Starts real processes, so it may be slow on a busy machine.
/** A stand-in for ripgrep, which may not be installed. It records its arguments and runs the given script. */
async function withStandIn(said: string): Promise<Bench & { argumentsOf(): string[] }> {
  const bench = await newBench({ "a.ts": "one\n" });
  put(bench.outside, {
    rg: `#!/bin/sh\nfor value in "$@"; do printf '%s\\0' "$value"; done > "$(dirname "$0")/arguments"\n${said}\n`,
  });
  chmodSync(path.join(bench.outside, "rg"), 0o755);
  vi.stubEnv("PATH", `${bench.outside}:${process.env.PATH}`);
  const argumentsOf = () =>
    readFileSync(path.join(bench.outside, "arguments"), "utf8").split("\0").slice(0, -1);
  return { ...bench, argumentsOf };
}

function news(type: string, file: string, line: number, text: string): string {
  const data = { path: { text: file }, lines: { text }, line_number: line };
  return `printf '%s\\n' '${JSON.stringify({ type, data })}'`;
}

test("[T12] results from ripgrep look the same as those of the built-in search", async () => {
  const bench = await newBench();
  const file = path.join(bench.root, "src/a.ts");
  vi.unstubAllEnvs();
  const said = [
    `printf '%s\\n' '{"type":"begin","data":{"path":{"text":"x"}}}' 'no json'`,
    news("context", file, 1, "before\r\n"),
    news("match", file, 2, "hit\n"),
    `printf '%s\\n' '{"type":"match","data":{"path":{"bytes":"${Buffer.from(`${bench.root}/b\xff`, "latin1").toString("base64")}"},"lines":{"bytes":"/2E="},"line_number":7}}'`,
  ].join("\n");
  put(bench.outside, { rg: `#!/bin/sh\n${said}\n` });
  chmodSync(path.join(bench.outside, "rg"), 0o755);
  vi.stubEnv("PATH", `${bench.outside}:${process.env.PATH}`);
  const content = await bench.run("Grep", { pattern: "hit", output_mode: "content", "-C": 1 });
  const names = await bench.run("Grep", { pattern: "hit" });
  const counts = await bench.run("Grep", { pattern: "hit", output_mode: "count", head_limit: 1 });
  vi.unstubAllEnvs();
  expect([content.text, names.text, counts.text]).toEqual([
    "src/a.ts-1-before\nsrc/a.ts:2:hit\nb\uFFFD:7:\uFFFDa",
    "src/a.ts\nb\uFFFD",
    "src/a.ts:1\n(There are more results. Narrow the search to see them.)",
  ]);
});

test("[T12] a pattern that ripgrep rejects is reported with the reason", async () => {
  const { run } = await withStandIn("echo 'regex parse error: unclosed group' >&2; exit 2");
  const outcome = await run("Grep", { pattern: "(" });
  vi.unstubAllEnvs();
  expect(outcome).toEqual({
    ok: false,
    code: "bad_pattern",
    text: "( is not a valid regular expression. Escape literal characters. regex parse error: unclosed group",
  });
});

test("[T12] ripgrep is stopped when the search has enough results or is canceled", async () => {
  const endless = await withStandIn(`while true; do ${news("match", "/x", 1, "hit")}; done`);
  const enough = await endless.run("Grep", { pattern: "hit", output_mode: "content", head_limit: 3 });
  const cancel = new AbortController();
  const silent = await withStandIn("sleep 60");
  const running = silent.run("Grep", { pattern: "hit" }, { signal: cancel.signal });
  cancel.abort();
  const cancelled = await running;
  vi.unstubAllEnvs();
  expect([enough.text.split("\n").length, cancelled]).toEqual([
    4,
    { ok: false, code: "cancelled", text: "The search was cancelled." },
  ]);
});

test("[S22, S23] 200 values reach ripgrep as one argument each, attached to their options", async () => {
  const { run, root, outside, argumentsOf } = await withStandIn("exit 1");
  const values = hostileValues(path.join(outside, "canary"));
  const received = [];
  for (const value of values) {
    await run("Grep", { pattern: value, glob: value });
    received.push(argumentsOf().slice(-4));
  }
  vi.unstubAllEnvs();
  expect(received).toEqual(values.map((value) => [`--glob=${value}`, `--regexp=${value}`, "--", root]));
});
