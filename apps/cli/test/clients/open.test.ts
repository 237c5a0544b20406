import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeRedirect } from "../../src/home/redirect-file.ts";
import { newFolder, newHome, serve, surroundings, until } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

test("[S29] open passes a private file to the browser, so that the code is in no program's arguments", async () => {
  const home = newHome();
  const server = await serve(home);
  const bin = newFolder();
  const told = path.join(bin, "told");
  const opener = path.join(bin, "xdg-open");
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}.part'\nmv '${told}.part' '${told}'\n`);
  chmodSync(opener, 0o755);
  const env = { DISPLAY: ":0", PATH: `${bin}:${surroundings().PATH}` };
  const window = polylogWindow(["open", "--home", home], { cwd: bin, env });
  expect(await window.untilExit()).toBe(0);
  const [, code = ""] = /#code=([\w-]+)/.exec(window.text()) ?? [];
  expect(code).not.toBe("");
  await until(() => existsSync(told));
  const args = readFileSync(told, "utf8");
  expect(args).not.toContain(code);
  const file = args.trim();
  expect(path.dirname(file)).toBe(path.join(home, "open"));
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readFileSync(file, "utf8")).toContain(`url=${server.url}/#code=${code}`);
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const lines = others.map((pid) => argumentsOf(pid));
  expect(lines.filter((line) => line.includes(code))).toEqual([]);
  await server.stop();
});

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

test("[S29] a redirect file is removed when its code expires, and the next command removes files of killed ones", async () => {
  const home = newFolder();
  const names = () => readdirSync(path.join(home, "open"));
  const first = writeRedirect(home, "http://127.0.0.1:1/#code=first", Date.now());
  await until(() => !existsSync(first));
  const left = path.join(home, "open", "left.html");
  writeFileSync(left, "old");
  const old = (Date.now() - 120_000) / 1000;
  utimesSync(left, old, old);
  const second = writeRedirect(home, 'http://127.0.0.1:1/#code="><script>', Date.now() + 1000);
  expect(names()).toEqual([path.basename(second)]);
  expect(readFileSync(second, "utf8")).not.toContain("<script>");
  await until(() => names().length === 0);
});
