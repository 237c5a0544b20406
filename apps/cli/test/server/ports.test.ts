import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { newFolder, newHome, polylog } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

/** The ports on which commands start a server. */

/** A port used by another program. */
async function takenPort(): Promise<number> {
  const other = createServer((socket) => socket.end("220 no web server\r\n"));
  afterAll(() => other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  return (other.address() as { port: number }).port;
}

async function freePort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await new Promise((resolve) => other.close(resolve));
  return port;
}

/** A home with a port in its configuration. */
function homeAt(port: number): string {
  const home = newHome();
  const file = path.join(home, "config.json");
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), port }));
  return home;
}

/** The port of the background server, which is stopped after the tests. */
function serverOf(home: string): string {
  const { pid, url } = JSON.parse(readFileSync(path.join(home, "holder.json"), "utf8")) as {
    pid: number;
    url: string;
  };
  afterAll(() => process.kill(pid, "SIGTERM"));
  return new URL(url).port;
}

test("if another program uses its port, a background server uses any free one", async () => {
  const port = await takenPort();
  const home = homeAt(port);
  const window = polylogWindow(["tui", "--home", home], { cwd: newFolder() });
  await window.untilText("› Message");
  const actual = serverOf(home);
  expect(window.text()).toContain("because the default port is in use");
  window.type("\x04");
  expect(await window.untilExit()).toBe(0);
  const ls = await polylog(["ls", "--home", home]);
  expect(ls.code).toBe(0);
  expect(actual).not.toBe(String(port));
});

test("acp also starts if the port is in use", async () => {
  const home = homeAt(await takenPort());
  const { code, stderr } = await polylog(["acp", "--home", home], { stdin: "" });
  serverOf(home);
  expect({ code, isTold: stderr.includes("because the default port is in use") }).toEqual({
    code: 0,
    isTold: true,
  });
});

test("a server is started at the given port if nothing listens there", async () => {
  const [home, port] = [newHome(), await freePort()];
  const window = polylogWindow(["tui", "--home", home, "--port", String(port)], { cwd: newFolder() });
  await window.untilText("› Message");
  expect(serverOf(home)).toBe(String(port));
  window.type("\x04");
  expect(await window.untilExit()).toBe(0);
});

test.each(["tui", "run", "acp"])("%s: a given port that is in use is an error", async (name) => {
  const port = await takenPort();
  const args = [name, ...(name === "run" ? ["hello"] : []), "--home", newHome(), "--port", String(port)];
  const window = polylogWindow(args, { cwd: newFolder() });
  expect(await window.untilExit()).toBe(1);
  expect(window.text().replaceAll("\n", "")).toContain(
    `Port ${port} on 127.0.0.1 is in use by another program.`,
  );
});

test.each([["0"], ["free"]])("run --port %s starts a temporary server", async (wanted) => {
  const port = wanted === "free" ? String(await freePort()) : wanted;
  const { code, stdout } = await polylog(["run", "hello", "--home", newHome(), "--port", port]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "hello\n" });
});
