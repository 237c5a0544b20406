import { utimesSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globMatcher } from "../../../src/built-in-agent/tools/search/glob-matcher.ts";
import { runSearch } from "../../../src/built-in-agent/tools/search/run-search.ts";
import type { GrepJob } from "../../../src/built-in-agent/tools/search/search-job.ts";
import { hostileValues } from "../../hostile-values.ts";
import { newBench } from "./bench.ts";

// Many file operations, so it may be slow on a busy machine.
const files = {
  "a.ts": "const one = 1;\nconst two = 2;\n// One more\n",
  "src/b.ts": "import one from 'one';\r\nlast line",
  "src/c.js": "nothing here",
  "src/bin": Buffer.from("one\0one"),
  ".gitignore": "*.log\n/build/\n!keep.log\n",
  "x.log": "one",
  "keep.log": "one",
  "build/out.ts": "one",
  "deep/build/in.ts": "one",
  ".git/config": "one",
  "sub/.gitignore": "/local\n",
  "sub/local": "one",
};

describe("Grep", () => {
  test("[T10] returns files, lines or counts in the format that cards parse", async () => {
    const { run } = await newBench(files);
    const grep = async (input: object) => (await run("Grep", input)).text;
    expect(await grep({ pattern: "one" })).toBe("a.ts\ndeep/build/in.ts\nkeep.log\nsrc/b.ts");
    expect(await grep({ pattern: "one", "-i": true, output_mode: "count" })).toBe(
      "a.ts:2\ndeep/build/in.ts:1\nkeep.log:1\nsrc/b.ts:1",
    );
    expect(await grep({ pattern: "^const t", output_mode: "content", "-C": 1 })).toBe(
      "a.ts-1-const one = 1;\na.ts:2:const two = 2;\na.ts-3-// One more",
    );
    expect(await grep({ pattern: "'one';$", output_mode: "content", "-n": false })).toBe(
      "src/b.ts:import one from 'one';",
    );
    expect(await grep({ pattern: "one", glob: "*.{ts,js}", path: "src" })).toBe("src/b.ts");
    expect(await grep({ pattern: "one", glob: "!**/*.ts" })).toBe("keep.log");
    expect(await grep({ pattern: "one", path: "build/out.ts" })).toBe("build/out.ts");
    expect(await grep({ pattern: "1;.const", multiline: true, output_mode: "content" })).toBe(
      "a.ts:1:const one = 1;\na.ts:2:const two = 2;",
    );
    expect(await grep({ pattern: "(?i)ONE MORE" })).toBe("a.ts");
    expect(await grep({ pattern: "nowhere to be found" })).toBe("No matches.");
  });

  test("[T10] reports a reached limit and an invalid pattern", async () => {
    const { run } = await newBench({ "many.txt": "line\n".repeat(20_000), "b.txt": "line\n" });
    const all = await run("Grep", { pattern: "line", output_mode: "content" });
    expect([
      all.text.length < 31_000,
      all.text.endsWith("(There are more results. Narrow the search to see them.)"),
    ]).toEqual([true, true]);
    expect(await run("Grep", { pattern: "line", output_mode: "content", head_limit: 2 })).toEqual({
      ok: true,
      text: "b.txt:1:line\nmany.txt:1:line",
    });
    expect(await run("Grep", { pattern: "(unclosed" })).toMatchObject({ ok: false, code: "bad_pattern" });
  });

  test("[T10] a catastrophic pattern times out, and blocks nothing meanwhile", async () => {
    const { root } = await newBench({ evil: `${"a".repeat(40)}b`, "a-good": "aaa" });
    const job: GrepJob = {
      kind: "grep",
      root,
      start: root,
      pattern: "^(a+)+$",
      ignoreCase: false,
      multiline: false,
      around: 0,
      glob: null,
      namesOnly: true,
      most: 100,
    };
    let pulses = 0;
    const pulse = setInterval(() => pulses++, 5);
    const result = await runSearch(job, new AbortController().signal, 1000);
    clearInterval(pulse);
    expect(result).toEqual({
      files: [{ path: path.join(root, "a-good"), lines: [], count: 1 }],
      end: "timed_out",
    });
    expect(pulses).toBeGreaterThan(10);
    const cancel = new AbortController();
    const cancelled = runSearch(job, cancel.signal);
    cancel.abort();
    expect(await cancelled).toMatchObject({ end: "cancelled" });
  });

  test("[S22, S23] 200 patterns that look like shell syntax or options are treated as plain patterns", async () => {
    const { run, outside } = await newBench({ "a.txt": "x" });
    const values = hostileValues(path.join(outside, "canary"));
    const codes = new Set<string | undefined>();
    for (const [index, pattern] of values.entries()) {
      const { code } = await run(index % 2 === 0 ? "Grep" : "Glob", {
        pattern,
        ...(index % 4 === 0 ? { glob: pattern } : {}),
      });
      codes.add(code);
    }
    expect(codes).toEqual(new Set([undefined, "bad_pattern"]));
    expect((await run("LS", {})).text).toBe("a.txt");
    expect((await run("Bash", { command: `ls -A ${outside}` })).text).toBe("(no output)");
  });
});

describe("Glob", () => {
  test("[T11] finds files by name, the newest first, without ignored files", async () => {
    const { run, root } = await newBench(files);
    for (const [index, name] of ["a.ts", "src/b.ts", "deep/build/in.ts"].entries()) {
      utimesSync(path.join(root, name), 1000 + index, 1000 + index);
    }
    const glob = async (input: object) => (await run("Glob", input)).text;
    expect(await glob({ pattern: "*.ts" })).toBe("deep/build/in.ts\nsrc/b.ts\na.ts");
    expect(await glob({ pattern: "src/*.{ts,js}" })).toBe("src/c.js\nsrc/b.ts");
    expect(await glob({ pattern: "b.*", path: "src" })).toBe("src/b.ts");
    expect(await glob({ pattern: path.join(root, "src", "**", "[a-b].ts") })).toBe("src/b.ts");
    expect(await glob({ pattern: "local" })).toBe("No files found.");
    expect(await glob({ pattern: "**/config" })).toBe("No files found.");
  });

  test("[T11] has a limit, and reports when it is reached", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, ""]));
    const { run } = await newBench(many);
    const lines = (await run("Glob", { pattern: "*" })).text.split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([
      201,
      "(There are more results. Narrow the search to see them.)",
    ]);
  });

  test.each([
    ["*.ts", "a/b/c.ts", true],
    ["a/*.ts", "a/b/c.ts", false],
    ["a/**", "a/b/c.ts", true],
    ["**/b/*", "a/b/c.ts", true],
    ["/a/b/c.ts", "a/b/c.ts", true],
    ["a/b/{c,d}.{ts,js}", "a/b/d.js", true],
    ["[!a]*", "b", true],
    ["[!a]*", "a", false],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["[", "[", true],
    ["{a", "{a", true],
    ["?", "😀", true],
  ])("[T11] %j and %j: %j", (pattern, name, fits) => {
    expect(globMatcher(pattern)(name)).toBe(fits);
  });

  test("[T11] any name matches its escaped form, and stars around any part of it", () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(name, fc.nat(20), fc.nat(20), (text, from, length) => {
        const escaped = (part: string) => [...part].map((character) => `\\${character}`).join("");
        const characters = [...text];
        const part = characters.slice(from, from + length).join("");
        if (!text.includes("{")) expect(globMatcher(escaped(text))(text)).toBe(true);
        if (!text.includes("{")) expect(globMatcher(`*${escaped(part)}*`)(text)).toBe(true);
      }),
    );
  });

  test("[T10] patterns with many stars and braces match quickly", () => {
    const name = `${"a".repeat(200)}c`;
    expect(globMatcher(`${"*a".repeat(100)}b`)(name)).toBe(false);
    expect(globMatcher(`${"{a,b}".repeat(100)}`)(name)).toBe(false);
    expect(globMatcher(`${"**/".repeat(100)}b`)(Array.from({ length: 200 }, () => "a").join("/"))).toBe(
      false,
    );
  });
});
