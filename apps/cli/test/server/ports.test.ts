import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { newFolder, newHome, polylog } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

/** Where the commands that start a server start it. */

/** A port that some other program has. */
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

/** A home whose configuration names a port. */
function homeAt(port: number): string {
  const home = newHome();
  const file = path.join(home, "config.json");
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), port }));
  return home;
}

/** The port of the server in the background, which ends after the tests. */
function serverOf(home: string): string {
  const { pid, url } = JSON.parse(readFileSync(path.join(home, "holder.json"), "utf8")) as {
    pid: number;
    url: string;
  };
  afterAll(() => process.kill(pid, "SIGTERM"));
  return new URL(url).port;
}

test("where its port is taken by another program, a server in the background takes any other", async () => {
  const port = await takenPort();
  const home = homeAt(port);
  const window = polylogWindow(["tui", "--home", home], { cwd: newFolder() });
  await window.untilText("› Message");
  const actual = serverOf(home);
  expect(window.text()).toContain("as its port is taken");
  window.type("\x04");
  expect(await window.untilExit()).toBe(0);
  const ls = await polylog(["ls", "--home", home]);
  expect(ls.code).toBe(0);
  expect(actual).not.toBe(String(port));
});

test("an editor's agent starts all the same where the port is taken", async () => {
  const home = homeAt(await takenPort());
  const { code, stderr } = await polylog(["acp", "--home", home], { stdin: "" });
  serverOf(home);
  expect({ code, isTold: stderr.includes("as its port is taken") }).toEqual({ code: 0, isTold: true });
});

test("a port that was named and at which nothing is: the server is started there", async () => {
  const [home, port] = [newHome(), await freePort()];
  const window = polylogWindow(["tui", "--home", home, "--port", String(port)], { cwd: newFolder() });
  await window.untilText("› Message");
  expect(serverOf(home)).toBe(String(port));
  window.type("\x04");
  expect(await window.untilExit()).toBe(0);
});

test.each(["tui", "run", "acp"])(
  "%s: a port that was named and is taken is an error that says so",
  async (name) => {
    const port = await takenPort();
    const args = [name, ...(name === "run" ? ["hello"] : []), "--home", newHome(), "--port", String(port)];
    const window = polylogWindow(args, { cwd: newFolder() });
    expect(await window.untilExit()).toBe(1);
    expect(window.text().replaceAll("\n", "")).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program.`,
    );
  },
);

test.each([["0"], ["free"]])("run --port %s starts a server for itself", async (wanted) => {
  const port = wanted === "free" ? String(await freePort()) : wanted;
  const { code, stdout } = await polylog(["run", "hello", "--home", newHome(), "--port", port]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "hello\n" });
});
