import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ProjectFolder } from "../../src/project/project-folder.ts";

let base: string;
let root: string;
let project: ProjectFolder;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "polylog-folder-")));
  root = path.join(base, "project");
  mkdirSync(path.join(root, "src", "deep"), { recursive: true });
  mkdirSync(path.join(base, "project-beside"));
  mkdirSync(path.join(base, "shared"));
  writeFileSync(path.join(root, "a.txt"), "");
  writeFileSync(path.join(base, "secret.txt"), "");
  symlinkSync(base, path.join(root, "out"));
  symlinkSync("../..", path.join(root, "src", "up"));
  symlinkSync(path.join(base, "secret.txt"), path.join(root, "leak"));
  symlinkSync(path.join(base, "not-yet.txt"), path.join(root, "dangling"));
  symlinkSync("loop", path.join(root, "loop"));
  symlinkSync("src", path.join(root, "inner"));
  symlinkSync("/proc/self/root", path.join(root, "proc"));
  symlinkSync(root, path.join(base, "by-link"));
  project = await ProjectFolder.open(path.join(base, "by-link"), [
    path.join(base, "shared"),
    "/nowhere/at/all",
  ]);
});

describe("[S24] a path within the project", () => {
  test.each([
    ["a.txt", "a.txt"],
    ["./src/../a.txt", "a.txt"],
    [".", "."],
    ["src/new/folder/file", "src/new/folder/file"],
    ["inner/new", "src/new"],
    ["..a", "..a"],
    ["...", "..."],
    ["%2e%2e/x", "%2e%2e/x"],
    ["~/x", "~/x"],
    ["a\\..\\b", "a\\..\\b"],
  ])("%j is %j", async (given, shown) => {
    expect(await project.resolve(given)).toEqual({ ok: true, path: path.join(root, shown), shown });
  });

  test("may go through a link to the project, or be in an allowed folder", async () => {
    expect([
      await project.resolve(path.join(base, "by-link", "a.txt")),
      await project.resolve(path.join(base, "shared", "x")),
    ]).toEqual([
      { ok: true, path: path.join(root, "a.txt"), shown: "a.txt" },
      { ok: true, path: path.join(base, "shared", "x"), shown: path.join(base, "shared", "x") },
    ]);
  });
});

/** Escape attempts, each before and behind harmless parts: 200 paths. */
function escapes(): string[] {
  const ways = [
    ...[
      "..",
      "../",
      "../secret.txt",
      "../project-beside",
      "../project-beside/x",
      "../../etc/passwd",
      "/",
      "/etc/passwd",
    ],
    ...[
      "out",
      "out/secret.txt",
      "out/new/file",
      "out/./x",
      "leak",
      "dangling",
      "loop",
      "loop/x",
      "proc/etc/passwd",
    ],
    ...[
      "src/up/secret.txt",
      "src/up/new",
      "inner/up/x",
      "//etc/passwd",
      "/proc/self/environ",
      "/proc/self/cwd/../..",
    ],
    ...["/dev/stdin", "/tmp/../etc/hosts"],
  ];
  const fronts = ["", "./", "src/../", "src/deep/../../", "new/../", "a.txt/../", "src/.././", "./././"];
  return fronts.flatMap((front) =>
    ways.map((way) => (way.startsWith("/") ? absolute(front, way) : front + way)),
  );
}

/** An absolute path cannot have a prefix, so it takes a detour instead. */
function absolute(front: string, way: string): string {
  return front === "" ? way : `${way}/${front}..//${path.basename(way)}`;
}

test("[S24] 200 escape attempts are refused", async () => {
  const paths = [...escapes(), ...["\0", "a.txt\0", "src/\0/../..", ""]];
  expect(paths.length).toBeGreaterThanOrEqual(200);
  const refused = await Promise.all(paths.map(async (given) => [given, (await project.resolve(given)).ok]));
  expect(refused.filter(([, ok]) => ok)).toEqual([]);
});
