import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Auth } from "../../src/http/auth/auth.ts";
import { ownerToken } from "../../src/http/auth/token-file.ts";
import { createLogger } from "../../src/http/logger.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { browserHeaders, codeOf, startServer, TOKEN } from "./support/harness.ts";

test("[S6, S25] the token, codes and device secrets are in no log line, response, error or stored row", async () => {
  const server = await startServer();
  const { token, deviceId } = await server.device("prompter");
  const browser = await server.browser("owner");
  const { code } = (await server.ask("POST", "/api/login-codes", { body: { role: "viewer" } })).json as {
    code: string;
  };
  const texts: string[] = [];
  const ask = async (...asking: Parameters<typeof server.ask>) => {
    const { text, headers } = await server.ask(...asking);
    texts.push(text, JSON.stringify(headers));
  };
  for (const secret of [TOKEN, token, code]) {
    await ask("GET", "/api/sessions", { token: secret });
    await ask("GET", `/api/sessions?q=${secret}&limit=x`);
    await ask("GET", `/api/${secret}`);
    await ask("GET", `/api/sessions/${secret}`, { token: null });
    await ask("POST", "/api/chat", { body: `{"text": "${secret}` });
    await ask("POST", "/api/chat", { body: { text: { secret }, project_root: 5 } });
    await ask("POST", "/api/login", { token: null, body: { code: [secret] } });
    await ask("GET", "/api/events?after=nonsense", { token: secret });
    await ask("GET", "/api/sessions", { token: null, headers: { authorization: `Digest ${secret}` } });
    await ask("GET", "/api/sessions", {
      token: null,
      headers: { cookie: `polylog_${server.port}=${secret}` },
    });
    await ask("GET", "/api/sessions", { token: secret, headers: { host: "evil.example" } });
    server.service.failure = new Error("broken inside");
    await ask("POST", "/api/agent-cancel", { token: secret, body: { run_id: "r" } });
  }
  await ask("GET", "/api/devices");
  await ask("GET", "/api/openapi.json");
  await ask("GET", "/metrics");
  await ask("GET", "/api/me", { token: null, headers: browser });
  const stored = JSON.stringify(await server.store.documents("device"));
  const secrets = [TOKEN, token, code, browser.cookie.split("=")[1] ?? "?", browser["x-polylog-key"]];
  expect(stored).toContain(deviceId);
  expect(server.logged.length).toBeGreaterThan(30);
  for (const secret of secrets) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(server.logged.filter((line) => line.includes(secret))).toEqual([]);
    expect(stored.includes(secret)).toBe(false);
  }
});

test("[S6, S25] a logged field with the name of a secret is redacted, at any of three levels", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  const secret = "canary";
  logger.info({ token: secret, authorization: secret, code: secret });
  logger.info({ headers: { authorization: secret, cookie: secret, "set-cookie": [secret] } });
  logger.info({
    request: { headers: { authorization: secret, cookie: secret }, body: { code: secret, token: secret } },
  });
  logger.error({ err: Object.assign(new Error("failed"), { token: secret, headers: { cookie: secret } }) });
  expect(lines.length).toBe(4);
  expect(lines.join("")).not.toContain(secret);
});

test("an internal error is logged with the request's ID, and its details are not sent to the client", async () => {
  const server = await startServer();
  server.service.failure = new Error("connect ECONNREFUSED /home/someone/private.sock");
  const answer = await server.ask("POST", "/api/agent-cancel", { body: { run_id: "r" } });
  expect([answer.status, codeOf(answer)]).toEqual([500, "internal"]);
  expect(answer.text).not.toMatch(/ECONNREFUSED|private|at \w+/);
  const logged = server.logged.find((line) => line.includes("private.sock")) ?? "";
  expect(JSON.parse(logged)).toMatchObject({
    level: "error",
    request_id: answer.headers["x-request-id"],
    route: "/api/agent-cancel",
  });
});

test("[S7] the token is random, in a separate file readable only by its user, and only its hash is stored", async () => {
  const { home } = await startServer();
  const tokens = await Promise.all([1, 2, 3].map((n) => ownerToken(path.join(home, `token-${n}`))));
  expect(new Set(tokens).size).toBe(3);
  for (const [index, token] of tokens.entries()) {
    const file = path.join(home, `token-${index + 1}`);
    expect(Buffer.from(token.replace("polylog_", ""), "base64url").length).toBe(32);
    expect(await readFile(file, "utf8")).toBe(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await ownerToken(file)).toBe(token);
  }
  const auth = await Auth.open({ store: openMemoryStore(), tokenFile: path.join(home, "token-1") });
  expect(JSON.stringify(auth)).not.toContain(tokens[0]);
});

test("[S7] access to a token file that others could read is closed; an empty one is created again; a given token replaces it", async () => {
  const { home } = await startServer();
  const file = path.join(home, "other");
  await writeFile(file, "", { mode: 0o644 });
  const made = await ownerToken(file);
  expect(made).toMatch(/^polylog_/);
  await chmod(file, 0o644);
  expect(await ownerToken(file)).toBe(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await ownerToken(file, "given-by-hand")).toBe("given-by-hand");
  expect(await readFile(file, "utf8")).toBe("given-by-hand");
  await expect(ownerToken(file, "two words")).rejects.toMatchObject({ code: "bad_config" });
  await expect(ownerToken(file, "")).rejects.toMatchObject({ code: "bad_config" });
});

test("[S8] a code signs in one browser, once, within a minute, with a separate, revocable cookie", async () => {
  let now = 1_000_000;
  const server = await startServer({ now: () => now });
  const newCode = async (body: object = { role: "viewer" }) =>
    (await server.ask("POST", "/api/login-codes", { body })).json as { code: string; expires_ts: number };
  const login = (code: string) => server.ask("POST", "/api/login", { token: null, body: { code } });

  const { code, expires_ts } = await newCode({ role: "approver", name: "phone" });
  expect(expires_ts).toBe(now + 60_000);
  const first = await login(code);
  expect([first.status, first.json]).toEqual([
    200,
    { device_id: expect.any(String), name: "phone", role: "approver", origin_key: expect.any(String) },
  ]);
  const setCookie = String(first.headers["set-cookie"]);
  expect(setCookie).toMatch(/^polylog_\d+=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  expect((await login(code)).status).toBe(401);

  const late = await newCode();
  now += 60_000;
  expect((await login(late.code)).status).toBe(401);

  const headers = browserHeaders(first);
  const reads = async () => (await server.ask("GET", "/api/me", { token: null, headers })).status;
  expect(await reads()).toBe(200);
  for (const token of [headers.cookie.split("=")[1] ?? "", headers["x-polylog-key"]]) {
    expect((await server.ask("GET", "/api/me", { token })).status).toBe(401);
  }

  const out = await server.ask("POST", "/api/logout", { token: null, headers });
  expect(String(out.headers["set-cookie"])).toContain("Max-Age=0");
  expect(await reads()).toBe(401);
});

test("[S8] a browser stays signed in for a month, also through a restart, and no longer", async () => {
  let now = 1_000_000;
  const server = await startServer({ now: () => now });
  const headers = await server.browser("viewer");
  const reads = async () => (await server.ask("GET", "/api/me", { token: null, headers })).status;
  await server.auth.devices.refresh();
  expect(await reads()).toBe(200);
  now += 30 * 24 * 60 * 60 * 1000;
  expect(await reads()).toBe(401);
});

test("[S8] of eight browsers that race with one code, one signs in", async () => {
  const server = await startServer();
  const { code } = server.auth.newCode("owner", "browser");
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.ask("POST", "/api/login", { token: null, body: { code } })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
});
