import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, newFolder, polylog, Running, serve } from "./support/cli.ts";

/** What somebody has who has nothing: no key, no program, no configuration. */

const bare = { PATH: "/nowhere" };

test.concurrent("the demo agent answers without any configuration", async () => {
  const home = newFolder();
  const { code, stdout } = await polylog(["run", "[[say Hello from the script]]", "--home", home], {
    env: bare,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello from the script\n" });
});

test.concurrent("it works in a project of its own, which is left alone from then on", async () => {
  const home = newFolder();
  const first = await serve(home);
  const notes = path.join(home, "demo", "README.md");
  expect(readFileSync(notes, "utf8")).toContain("Weather notes");
  await first.stop();
  writeFileSync(notes, "mine");
  const second = await serve(home);
  const run = ["run", "--agent", "demo", "--yolo", "[[write made.txt hello]] [[say done]]", "--home", home];
  expect(await polylog(run, { cwd: path.join(home, "demo") })).toEqual({
    code: 0,
    stdout: "done\n",
    stderr: "",
  });
  await second.stop();
  expect([readFileSync(notes, "utf8"), existsSync(path.join(home, "demo", "made.txt"))]).toEqual([
    "mine",
    true,
  ]);
});

test.concurrent("a model that plays scripts is served by itself", async () => {
  const model = new Running(["scripted-model"]);
  await model.until(() => model.stdout.includes("\n"));
  const [{ url = "" } = {}] = linesOf<{ url: string }>(model.stdout);
  expect((await fetch(`${url}/v1/models`)).status).toBe(200);
  expect((await model.stop()).code).toBe(0);
});
