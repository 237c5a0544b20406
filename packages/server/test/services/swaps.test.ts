import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

/**
 * `place` of the project is a folder, then nothing, then a link out of the project, and so on until the test
 * ends.
 */
function swap(project: string, outside: string): void {
  const worker = new Worker(
    `const { renameSync, symlinkSync, rmSync } = require("node:fs");
     const { workerData: [project, outside] } = require("node:worker_threads");
     const place = project + "/place", real = project + "/real";
     const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
     for (;;) {
       renameSync(real, place);
       pause();
       renameSync(place, real);
       symlinkSync(outside, place);
       pause();
       rmSync(place);
     }`,
    { eval: true, workerData: [project, outside] },
  );
  onTestFinished(async () => void (await worker.terminate()));
}

test("[S24] with a folder that is swapped all the time, no route reveals anything outside, and none fails", async () => {
  const home = makeHome({ echo: {} });
  const { client } = await startHere(home);
  const { project } = home;
  const outside = path.join(path.dirname(project), "outside");
  mkdirSync(path.join(project, "real"));
  writeFileSync(path.join(project, "real", "file"), "inside");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "file"), "secret!");
  writeFileSync(path.join(outside, "secret"), "");
  swap(project, outside);
  const ask = async (route: string, inner: string) => {
    const query = new URLSearchParams({ project_root: project, path: inner });
    const { status, text } = await client.ask("GET", `/api/workspace/${route}?${query}`);
    return status === 200 ? text : String(status);
  };
  const seen = new Map<string, number>();
  const count = (answer: string) => seen.set(answer, (seen.get(answer) ?? 0) + 1);
  const file = '{"path":"place/file","size":6,"text":"inside","truncated":false}';
  const tree = '{"entries":[{"name":"file","path":"place/file","kind":"file","size":6}]}';
  const often = (answer: string) => (seen.get(answer) ?? 0) >= 100;
  const lane = async () => {
    while (!(often(file) && often(tree) && often("404") && often("422"))) {
      count(await ask("file", "place/file"));
      count(await ask("tree", "place"));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect([...seen.keys()].toSorted()).toEqual([file, tree, "404", "422"].toSorted());
});
