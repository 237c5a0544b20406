import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { newFolder, newHome, polylog, Running, serve } from "../support/cli.ts";

test.concurrent("with --json, one line contains the server's address, and SIGTERM stops it cleanly", async () => {
  const home = newHome();
  const server = await serve(home);
  const tokenFile = path.join(home, "token");
  expect(JSON.parse(server.stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token_file: tokenFile,
    pid: server.process.pid,
    version: manifest.version,
  });
  const token = readFileSync(tokenFile, "utf8");
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  const health = await fetch(`${server.url}/api/health`);
  expect(await health.json()).toEqual({ ok: true, version: manifest.version });
  const me = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ role: "owner" });
  const { code, stdout, stderr } = await server.stop();
  expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 0, lines: 2 });
  expect(stderr).toBe(`polylog: Starting on ${home} …\npolylog: Stopping …\n`);
});

test.concurrent("without --json, it prints a sign-in link", async () => {
  const server = new Running(["--home", newFolder(), "--port", "0"]);
  await server.until(() => server.stdout.includes("Ctrl-C"));
  const [, url, code] = /(http:\/\/127\.0\.0\.1:\d+)\/#code=([\w-]+)/.exec(server.stdout) ?? [];
  expect((await fetch(`${url}/`)).headers.get("content-type")).toContain("text/html");
  const headers = { "content-type": "application/json" };
  const signIn = () => fetch(`${url}/api/login`, { method: "POST", headers, body: JSON.stringify({ code }) });
  const first = await signIn();
  expect(first.status).toBe(200);
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { origin_key: key } = (await first.json()) as { origin_key: string };
  const me = await fetch(`${url}/api/me`, { headers: { cookie, "x-polylog-key": key } });
  expect(await me.json()).toMatchObject({ role: "owner" });
  expect((await fetch(`${url}/doc`)).status).toBe(200);
  expect((await signIn()).status).toBe(401);
  expect((await server.stop("SIGINT")).code).toBe(0);
});

test.concurrent("a second server on the same home reports which process holds it", async () => {
  const home = newHome();
  const server = await serve(home);
  const second = await polylog(["serve", "--home", home, "--port", "0"]);
  expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: "" });
  expect(second.stderr).toContain(`process ${server.process.pid}`);
  expect(second.stderr).toContain(server.url);
  await server.stop();
});

test.concurrent("a port in use is reported with the next step", async () => {
  const server = await serve(newHome());
  const { port } = new URL(server.url);
  const { code, stderr } = await polylog(["serve", "--home", newHome(), "--port", port]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `polylog: Port ${port} on 127.0.0.1 is in use by another program. Choose another port with --port, or 0 for any free one.\n`,
  });
  await server.stop();
});

test.concurrent("listening for other machines needs a flag", async () => {
  const { code, stderr } = await polylog(["--home", newFolder(), "--port", "0", "--host", "0.0.0.0"]);
  expect(code).toBe(1);
  expect(stderr).toContain("--allow-plain-network");
});

test.concurrent("an invalid configuration is reported with file, line and field", async () => {
  const home = newFolder();
  const file = path.join(home, "config.json");
  writeFileSync(file, '{\n  "agents": {},\n  "port": "many"\n}');
  const { code, stderr } = await polylog(["--home", home]);
  expect(code).toBe(1);
  expect(stderr).toContain(`${file}:3: port:`);
});

test.concurrent("an agent that does not stop is killed in time, and a second signal stops the server immediately", async () => {
  const [home, project] = [newHome(), newFolder()];
  const hang = async () => {
    const server = await serve(home);
    const token = readFileSync(path.join(home, "token"), "utf8");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ project_root: project, agent_id: "stubborn", text: "go" });
    const answer = await fetch(`${server.url}/api/chat`, { method: "POST", headers, body });
    const { session_id } = (await answer.json()) as { session_id: string };
    const said = async () =>
      (await fetch(`${server.url}/api/sessions/${session_id}/export?format=md`, { headers })).text();
    while (!(await said()).includes("Here.")) await new Promise((resolve) => setTimeout(resolve, 50));
    return server;
  };
  const first = await hang();
  expect((await first.stop()).code).toBe(0);
  const second = await hang();
  second.process.kill("SIGTERM");
  await second.until(() => second.stderr.includes("Stopping"));
  expect((await second.stop()).code).toBe(143);
});

test.concurrent("an unhandled rejection is logged, and the server continues", async () => {
  const stray = 'process.on("SIGUSR2", () => void Promise.reject(new Error("a stray failure")))';
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(stray)}"`;
  const server = new Running(["--home", newHome(), "--port", "0", "--json"], { env: { NODE_OPTIONS } });
  await server.until(() => server.stdout.includes("\n"));
  server.process.kill("SIGUSR2");
  await server.until(() => server.stderr.includes("a stray failure"));
  expect((await fetch(`${JSON.parse(server.stdout).url}/api/health`)).status).toBe(200);
  expect(server.stderr).toContain('"unhandled rejection"');
  expect((await server.stop()).code).toBe(0);
});
