import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { Checkpoints } from "../../src/checkpoint/checkpoints.ts";
import { limits } from "../../src/checkpoint/limits.ts";
import { expectOk, git, newProject, put, stateOf } from "./project.ts";

// Real processes, on a machine that may be busy.
const session = "01SESSION";

test("[CP8] a pipe instead of git's own exclude file blocks nothing", async () => {
  const { root, checkpoints } = newProject();
  put(root, { "a.txt": "one", ".git/HEAD": "ref: refs/heads/main\n" });
  mkdirSync(path.join(root, ".git", "info"));
  execFileSync("mkfifo", [path.join(root, ".git", "info", "exclude")]);
  expectOk(await checkpoints.save(root, session));
});

describe("a project without a repository", () => {
  test("[CP1] is restored completely: changed, deleted, created, moved and untracked files, modes, links, bytes", async () => {
    const { root, checkpoints } = newProject();
    put(root, {
      "a.txt": "one\n",
      "src/b.ts": "b\r\n",
      "src/deep/er/c.bin": Buffer.from([0, 255, 254, 10, 13, 0]),
      "run.sh": "#!/bin/sh\n",
      "secret.key": "private",
      "was-file": "file",
      "empty.txt": "",
      'odd "name"\n\t\\.txt': "odd",
      "-rf": "dash",
      "é😀.txt": "letters",
    });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x6e, 0xff, 0xfe])]), "no text");
    chmodSync(path.join(root, "run.sh"), 0o755);
    chmodSync(path.join(root, "secret.key"), 0o600);
    symlinkSync("a.txt", path.join(root, "link"));
    symlinkSync("/etc/hostname", path.join(root, "outside"));
    symlinkSync("nowhere", path.join(root, "dangling"));
    const before = stateOf(root);
    const { hash } = expectOk(await checkpoints.save(root, session));

    put(root, { "a.txt": "two\n", "new.txt": "new", "new/deep/file": "new", "empty.txt": "no more" });
    chmodSync(path.join(root, "run.sh"), 0o644);
    rmSync(path.join(root, "secret.key"));
    rmSync(path.join(root, "src"), { recursive: true });
    symlinkSync("/etc", path.join(root, "src"));
    rmSync(path.join(root, "link"));
    put(root, { link: "a file now" });
    rmSync(path.join(root, "was-file"));
    put(root, { "was-file/inner": "a folder now" });
    renameSync(path.join(root, "-rf"), path.join(root, "--moved"));
    rmSync(path.join(root, 'odd "name"\n\t\\.txt'));
    const changed = stateOf(root);

    const restored = expectOk(await checkpoints.restore(root, session, hash));
    expect(stateOf(root)).toEqual(before);
    expect(restored).toEqual({
      ok: true,
      before: expect.any(String),
      restored: 10,
      removed: 5,
      kept: [],
      left: [],
    });

    // And back: a restore is undone by a restore.
    expectOk(await checkpoints.restore(root, session, restored.before));
    expect(stateOf(root)).toEqual(changed);
  });

  test("[CP2] the same state has the same hash, and a different state a different one", async () => {
    const { root, checkpoints } = newProject();
    put(root, { a: "1" });
    const first = expectOk(await checkpoints.save(root, session)).hash;
    put(root, { a: "2" });
    const second = expectOk(await checkpoints.save(root, session)).hash;
    put(root, { a: "1" });
    expect(expectOk(await checkpoints.save(root, "another")).hash).toBe(first);
    expect(second).not.toBe(first);
  });

  test("[CP2] an empty project is a valid state", async () => {
    const { root, checkpoints } = newProject();
    const { hash } = expectOk(await checkpoints.save(root, session));
    put(root, { a: "1" });
    expectOk(await checkpoints.restore(root, session, hash));
    expect(stateOf(root)).toEqual({});
  });
});

describe("a project with a repository", () => {
  test("[CP3] the person's repository is the same, byte for byte, after a save and a restore", async () => {
    const { root, checkpoints } = newProject();
    const canary = path.join(path.dirname(root), "canary");
    git(root, "init", "-q");
    put(root, {
      "a.txt": "committed\n",
      "b.txt": "b\n",
      ".gitattributes": "*.txt text eol=crlf filter=evil\n",
    });
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "first");
    git(root, "branch", "other");
    // If any of these ran, it would leave a trace.
    const hook = `#!/bin/sh\ntouch ${canary}\n`;
    for (const name of [
      "post-index-change",
      "pre-commit",
      "post-checkout",
      "reference-transaction",
      "post-commit",
    ]) {
      put(root, { [`.git/hooks/${name}`]: hook });
      chmodSync(path.join(root, ".git/hooks", name), 0o755);
    }
    git(root, "config", "filter.evil.clean", `touch ${canary}`);
    git(root, "config", "core.fsmonitor", `touch ${canary}`);
    rmSync(canary, { force: true });
    put(root, { "a.txt": "staged\n" });
    git(
      root,
      "-c",
      "core.fsmonitor=",
      "-c",
      "core.hooksPath=/dev/null",
      "-c",
      "filter.evil.clean=",
      "add",
      "a.txt",
    );
    put(root, { "a.txt": "in the work tree\n", "untracked.txt": "u\n" });
    const repository = stateOf(path.join(root, ".git"));
    const files = stateOf(root);

    const { hash } = expectOk(await checkpoints.save(root, session));
    put(root, { "a.txt": "agent\n", "made.txt": "agent\n" });
    rmSync(path.join(root, "untracked.txt"));
    expectOk(await checkpoints.restore(root, session, hash));
    expect(stateOf(root)).toEqual(files);
    expect(stateOf(path.join(root, ".git"))).toEqual(repository);
    expect(existsSync(canary)).toBe(false);
  });

  test("[CP4] ignored files are neither saved nor touched, even if they block a restored file", async () => {
    const { root, checkpoints } = newProject();
    git(root, "init", "-q");
    put(root, {
      ".gitignore": "node_modules/\n*.log\n/out\n",
      ".git/info/exclude": "mine\n",
      "node_modules/x/index.js": "1",
      "a.log": "1",
      mine: "1",
      place: "a file",
      "folder/file": "in a folder",
      later: "saved",
    });
    const { hash } = expectOk(await checkpoints.save(root, session));
    put(root, { "a.log": "2", "new.log": "2", "node_modules/y/index.js": "2", mine: "2", "out/x": "2" });
    put(root, { ".gitignore": "node_modules/\n*.log\n/out\n/place\n/folder\n/later\n", later: "changed" });
    rmSync(path.join(root, "place"));
    put(root, { "place/kept": "ignored" });
    rmSync(path.join(root, "folder"), { recursive: true });
    put(root, { folder: "an ignored file" });
    const now = stateOf(root);
    const restored = expectOk(await checkpoints.restore(root, session, hash));
    expect(restored).toMatchObject({ restored: 2, removed: 0, kept: ["folder/file", "place"] });
    expect(stateOf(root)).toEqual({
      ...now,
      ".gitignore": `644 ${"node_modules/\n*.log\n/out\n"}`,
      later: "644 saved",
    });
  });

  test("[CP5] nested repositories survive, with commits or without, created before or after the checkpoint", async () => {
    const { root, checkpoints } = newProject();
    git(root, "init", "-q");
    put(root, { a: "1", "inner/file": "1", "bare/file": "1" });
    git(path.join(root, "inner"), "init", "-q");
    git(path.join(root, "inner"), "add", "-A");
    git(path.join(root, "inner"), "commit", "-q", "-m", "inner");
    git(path.join(root, "bare"), "init", "-q");
    const { hash } = expectOk(await checkpoints.save(root, session));
    put(root, { a: "2", "inner/file": "2", "bare/file": "2", "since/file": "2" });
    git(path.join(root, "since"), "init", "-q");
    const now = stateOf(root);
    expectOk(await checkpoints.restore(root, session, hash));
    expect(stateOf(root)).toEqual({ ...now, a: "644 1" });
  });

  test("[CP5] a submodule survives", async () => {
    const { root, checkpoints } = newProject();
    const library = path.join(path.dirname(root), "library");
    mkdirSync(library);
    git(library, "init", "-q");
    put(library, { code: "1" });
    git(library, "add", "-A");
    git(library, "commit", "-q", "-m", "library");
    git(root, "init", "-q");
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "sub");
    const { hash } = expectOk(await checkpoints.save(root, session));
    put(root, { "sub/code": "2", a: "2" });
    expectOk(await checkpoints.restore(root, session, hash));
    expect([git(root, "status", "--short"), existsSync(path.join(root, "a"))]).toEqual([
      "A  .gitmodules\nAm sub\n",
      false,
    ]);
  });
});

test("[CP6] a file over the size limit is left out, and always stays", async () => {
  const { root, checkpoints } = newProject();
  const large = Buffer.alloc(limits.fileBytes + 1, "x");
  put(root, { "large.bin": large, "shrinks.bin": large, "grows.bin": "small", a: "1" });
  const { hash } = expectOk(await checkpoints.save(root, session));
  put(root, { "shrinks.bin": "small", "grows.bin": large, "made.bin": large, a: "2" });
  const now = stateOf(root);
  const restored = expectOk(await checkpoints.restore(root, session, hash));
  expect(restored).toMatchObject({ restored: 1, removed: 0, kept: ["grows.bin", "shrinks.bin"] });
  expect(stateOf(root)).toEqual({ ...now, a: "644 1" });
});

test("[CP7] too many files, no git, no folder, an unknown checkpoint: each returns an error, and nothing changes", async () => {
  const { root, checkpoints } = newProject();
  put(root, { a: "1" });
  const { hash } = expectOk(await checkpoints.save(root, session));
  expect(await checkpoints.restore(root, session, "0".repeat(40))).toMatchObject({
    ok: false,
    code: "not_found",
  });
  expect(await checkpoints.restore(root, session, "HEAD; touch x")).toMatchObject({
    ok: false,
    code: "not_found",
  });
  expect(await checkpoints.changes(root, "--output=x")).toMatchObject({ ok: false, code: "not_found" });
  expect(await checkpoints.save(path.join(root, "nowhere"), session)).toMatchObject({
    ok: false,
    code: "no_project",
  });
  vi.stubEnv("PATH", "/nowhere");
  expect(await checkpoints.save(root, session)).toMatchObject({ ok: false, code: "no_git" });
  vi.unstubAllEnvs();
  for (let file = 0; file < limits.files; file++) writeFileSync(path.join(root, `${file}`), "");
  expect(await checkpoints.save(root, session)).toMatchObject({ ok: false, code: "too_many_files" });
  expect(await checkpoints.restore(root, session, hash)).toMatchObject({ ok: false, code: "too_many_files" });
  expect(readdirSync(root).length).toBe(limits.files + 1);
});

test("[CP8] simultaneous operations in one project run one after the other", async () => {
  const { root, checkpoints } = newProject();
  put(root, { a: "1" });
  const first = expectOk(await checkpoints.save(root, session)).hash;
  put(root, { a: "2", b: "2" });
  const outcomes = await Promise.all([
    checkpoints.save(root, "one"),
    checkpoints.save(root, "two"),
    checkpoints.restore(root, "one", first),
    checkpoints.save(root, "two"),
  ]);
  const [one, two, restored, last] = outcomes.map((outcome) =>
    expectOk<{ ok: true; hash?: string }>(outcome),
  );
  expect([two?.hash, restored, last?.hash]).toEqual([
    one?.hash,
    { ok: true, before: one?.hash, restored: 1, removed: 1, kept: [], left: [] },
    first,
  ]);
});

test("[CP8] a killed git leaves nothing that stops the next one", async () => {
  const { root, home, checkpoints } = newProject();
  put(root, { a: "1" });
  expectOk(await checkpoints.save(root, session));
  const [key = ""] = readdirSync(home);
  put(path.join(home, key), { "index.lock": "" });
  put(root, { a: "2" });
  expect(await checkpoints.save(root, session)).toMatchObject({ ok: true });
});

test("[CP9] the changes since a checkpoint are listed in the format of a report", async () => {
  const { root, checkpoints } = newProject();
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join("");
  put(root, {
    "a.txt": "one\ntwo\n",
    gone: "x\n",
    "moved.txt": lines,
    bin: Buffer.from([0, 1]),
    same: "s",
    turns: "file",
  });
  const { hash } = expectOk(await checkpoints.save(root, session));
  expect(await checkpoints.changes(root, hash)).toEqual({
    ...{ ok: true, after: hash, files: [], truncatedCount: 0, added: 0, removed: 0, paths: [] },
  });
  put(root, { "a.txt": "one\nzwei\n", "new\tfile": "n\n", bin: Buffer.from([0, 2]) });
  rmSync(path.join(root, "gone"));
  renameSync(path.join(root, "moved.txt"), path.join(root, "there.txt"));
  rmSync(path.join(root, "turns"));
  symlinkSync("a.txt", path.join(root, "turns"));
  expect(await checkpoints.changes(root, hash)).toEqual({
    ok: true,
    files: [
      {
        path: "a.txt",
        status: "modified",
        added: 1,
        removed: 1,
        diff: "@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n",
      },
      { path: "bin", status: "modified" },
      { path: "gone", status: "deleted", added: 0, removed: 1, diff: "@@ -1 +0,0 @@\n-x\n" },
      { path: "new\tfile", status: "added", added: 1, removed: 0, diff: "@@ -0,0 +1 @@\n+n\n" },
      { path: "there.txt", oldPath: "moved.txt", status: "renamed", added: 0, removed: 0 },
      { path: "turns", status: "modified", added: 1, removed: 1 },
    ],
    ...{ after: expect.any(String), truncatedCount: 0, added: 3, removed: 3 },
    paths: ["a.txt", "bin", "gone", "new\tfile", "moved.txt", "there.txt", "turns"],
  });
});

test("[CP15] if a page cannot contain all files, the totals still count all of them, and the next page continues the list", async () => {
  const { root, checkpoints } = newProject();
  put(root, { a: "1" });
  const { hash } = expectOk(await checkpoints.save(root, session));
  const names = Array.from({ length: 30 }, (_, file) => `many/${String(file).padStart(2, "0")}`);
  for (const name of names) put(root, { [name]: "1\n2\n" });
  const first = expectOk(await checkpoints.changes(root, hash));
  expect([first.files.length, first.truncatedCount, first.added, first.paths]).toEqual([20, 10, 60, names]);
  const { hash: to } = expectOk(await checkpoints.save(root, session));
  put(root, { a: "since" });
  const next = expectOk(await checkpoints.changes(root, hash, { to, offset: 20, most: 100 }));
  expect([next.files.map((file) => file.path), next.truncatedCount, next.added]).toEqual([
    ...[names.slice(20), 0, 60],
  ]);
});

test("[CP2] an unchanged state is recognized without reading it again, and every change is detected", async () => {
  const { root, home, checkpoints } = newProject();
  put(root, { ".gitignore": "*.log\n", a: "1", "b/c": "2", big: Buffer.alloc(limits.fileBytes + 1) });
  const save = async () => expectOk(await checkpoints.save(root, session)).hash;
  const hashes = [await save(), await save()];
  expect(hashes[1]).toBe(hashes[0]);
  const changes = [
    () => put(root, { a: "3" }),
    () => put(root, { new: "4" }),
    () => rmSync(path.join(root, "b"), { recursive: true }),
    () => chmodSync(path.join(root, "a"), 0o755),
    () => put(root, { big: "small now" }),
    () => put(root, { ".gitignore": "" }),
  ];
  for (const change of changes) {
    change();
    hashes.push(await save());
  }
  expect(new Set(hashes.slice(1)).size).toBe(1 + changes.length);
  const again = new Checkpoints(home);
  expect(expectOk(await again.save(root, session)).hash).toBe(hashes.at(-1));
});

test("[CP10] a session's checkpoints are deleted with it, another session's stay; the last session deletes the whole repository", async () => {
  const { root, home, checkpoints } = newProject();
  put(root, { a: "1" });
  const mine = expectOk(await checkpoints.save(root, "mine")).hash;
  put(root, { a: "2" });
  const theirs = expectOk(await checkpoints.save(root, "theirs")).hash;
  await checkpoints.forget(root, "mine");
  expect(await checkpoints.restore(root, "theirs", mine)).toMatchObject({ ok: false, code: "not_found" });
  put(root, { a: "3" });
  expect(await checkpoints.restore(root, "theirs", theirs)).toMatchObject({ ok: true, restored: 1 });
  expect(stateOf(root)).toEqual({ a: "644 2" });
  await checkpoints.forget(root, "theirs");
  expect(readdirSync(home)).toEqual([]);
  await checkpoints.forget(root, "theirs");
});

test("[CP4] a home within the project is not saved", async () => {
  const { root } = newProject();
  const home = path.join(root, ".data [x]", "checkpoints");
  const checkpoints = new Checkpoints(home);
  put(root, { a: "1" });
  const { hash } = expectOk(await checkpoints.save(root, session));
  expect(expectOk(await checkpoints.save(root, session)).hash).toBe(hash);
  put(root, { a: "2" });
  expect(await checkpoints.restore(root, session, hash)).toMatchObject({
    ok: true,
    restored: 1,
    removed: 0,
    kept: [],
  });
});
