import path from "node:path";
import { expect, test } from "vitest";
import { progressBar } from "../../src/show/progress.ts";
import { linesOf, newFolder, newHome, polylog } from "../support/cli.ts";
import { folderWithPolylog, Window } from "../support/window.ts";

test("a bar fills with the progress, or only moves if the progress is unknown", () => {
  expect(progressBar({ done: 1, total: 4 }, 2_500)).toBe(`[${"#".repeat(7)}${"-".repeat(23)}]  25 % 2 s`);
  expect(progressBar({ done: 9, total: 4 }, 0)).toBe(`[${"#".repeat(30)}] 100 % 0 s`);
  expect(progressBar(null, 200)).toBe(`[--#${"-".repeat(27)}] 0 s`);
  expect(progressBar({ done: 0, total: 0 }, 0)).toBe(`[#${"-".repeat(29)}] 0 s`);
});

test("bars are shown and cleared in a terminal; a pipe gets none", async () => {
  const home = newHome();
  const folder = newFolder();
  const env = { PATH: `${folderWithPolylog()}:${process.env.PATH}`, POLYLOG_HOME: home };
  const run = await polylog(["run", "hello", "--json", "--home", home]);
  const id = linesOf<{ sessionId: string }>(run.stdout)[0]?.sessionId ?? "";
  const calls: readonly (readonly [string, string, RegExp])[] = [
    [`export ${id} > session.jsonl`, "Exporting", /^$/],
    ["import session.jsonl --yes", "Importing session.jsonl", /^Imported \d+ events as session \S+$/],
    [
      "backup log.db",
      "Writing the backup",
      /^Wrote the log to \S+ \(\d+ bytes\)\. Restore it with "polylog restore"\.$/,
    ],
    [
      "restore log.db --yes",
      "Restoring",
      /^Restored 2 sessions with \d+ events\.\nThe previous log is kept as \S+$/,
    ],
  ];
  for (const [line, label, left] of calls) {
    const shell = new Window("sh", ["-c", `polylog ${line}`], { cwd: folder, env });
    expect(await shell.untilExit()).toBe(0);
    expect(shell.written).toContain(`${label} [`);
    expect(shell.text()).toMatch(left);
    expect(shell.written).toContain("\r\x1b[K");
  }
  const piped = await polylog(["backup", path.join(folder, "other.db"), "--home", home]);
  expect(piped.stderr).toBe("");
});
