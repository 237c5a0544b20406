import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ProjectFolder } from "../../src/project/project-folder.ts";
import { inNewFolder, openFile } from "../../src/project/safe-open.ts";
import { safeRead } from "../../src/project/safe-read.ts";
import { safeWrite } from "../../src/project/safe-write.ts";

// Many file operations, so it may be slow on a busy machine.
/** A project with a folder `place`, and a folder outside that looks the same. */
async function twoFolders() {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "polylog-swap-")));
  const root = path.join(base, "project");
  const outside = path.join(base, "outside");
  mkdirSync(path.join(root, "place"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(path.join(root, "place", "file"), "inside");
  writeFileSync(path.join(outside, "file"), "secret");
  return { root, outside, project: await ProjectFolder.open(root) };
}

async function resolved(project: ProjectFolder, given: string) {
  const place = await project.resolve(given);
  if (!place.ok) throw new Error(place.message);
  return place;
}

test("[S24] a folder that is replaced by a link after the check is detected, for reading and writing", async () => {
  const { root, outside, project } = await twoFolders();
  const file = await resolved(project, "place/file");
  const made = await resolved(project, "place/new/file");
  const found = await safeRead(project, file, 100);
  rmSync(path.join(root, "place"), { recursive: true });
  symlinkSync(outside, path.join(root, "place"));
  const state = found.ok ? found.state : null;
  expect([
    await safeRead(project, file, 100),
    await safeWrite(project, file, Buffer.from("x"), state),
    await safeWrite(project, file, Buffer.from("x"), null),
    await safeWrite(project, made, Buffer.from("x"), null),
  ]).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ ok: false })));
  await expect(openFile(project, file.path)).rejects.toThrow();
  expect([readdirSync(outside), readFileSync(path.join(outside, "file"), "utf8")]).toEqual([
    ["file"],
    "secret",
  ]);
});

test("[S24] a file that is replaced by a link after the check is not followed", async () => {
  const { root, outside, project } = await twoFolders();
  const file = await resolved(project, "place/file");
  rmSync(file.path);
  symlinkSync(path.join(outside, "file"), file.path);
  expect(await safeRead(project, file, 100)).toMatchObject({ ok: false, code: "outside_project" });
  expect(await safeWrite(project, file, Buffer.from("x"), null)).toMatchObject({ ok: false });
  expect([readFileSync(path.join(outside, "file"), "utf8"), readdirSync(path.join(root, "place"))]).toEqual([
    "secret",
    ["file"],
  ]);
});

test("[S24] an operation in a folder affects that folder, even if another folder replaces it", async () => {
  const { root, outside, project } = await twoFolders();
  await inNewFolder(project, path.join(root, "place"), async (folder) => {
    renameSync(path.join(root, "place"), path.join(root, "moved"));
    symlinkSync(outside, path.join(root, "place"));
    writeFileSync(path.join(folder, "written"), "x");
  });
  expect([readdirSync(path.join(root, "moved")), readdirSync(outside)]).toEqual([
    ["file", "written"],
    ["file"],
  ]);
});

test("[S24] with a folder that is swapped constantly, nothing outside is ever read or written", async () => {
  const { root, outside, project } = await twoFolders();
  renameSync(path.join(root, "place"), path.join(root, "real"));
  const swapping = new Worker(
    `const { renameSync, symlinkSync, rmSync } = require("node:fs");
     const { workerData: [root, outside], parentPort } = require("node:worker_threads");
     const place = root + "/place", real = root + "/real";
     const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.3);
     for (;;) {
       try {
         renameSync(real, place);
         pause();
         renameSync(place, real);
         symlinkSync(outside, place);
         pause();
         rmSync(place);
       } catch {
         // The writer created the folder while it was missing, and may be using it.
         try { rmSync(place, { recursive: true, force: true }); } catch {}
       }
     }`,
    { eval: true, workerData: [root, outside] },
  );
  const seen = { inside: 0, refused: 0, other: new Set<string>() };
  for (let turn = 0; seen.inside < 100 || seen.refused < 100; turn++) {
    const place = await project.resolve("place/file");
    const found = place.ok ? await safeRead(project, place, 100) : place;
    if (!found.ok) seen.refused++;
    else if (found.bytes.toString() === "inside") seen.inside++;
    else seen.other.add(found.bytes.toString());
    if (!place.ok) continue;
    if (found.ok) await safeWrite(project, place, Buffer.from("inside"), found.state);
    else await safeWrite(project, { ...place, path: `${place.path}-${turn}` }, Buffer.from("new"), null);
  }
  await swapping.terminate();
  expect([...seen.other]).toEqual([]);
  expect([readdirSync(outside), readFileSync(path.join(outside, "file"), "utf8")]).toEqual([
    ["file"],
    "secret",
  ]);
});
