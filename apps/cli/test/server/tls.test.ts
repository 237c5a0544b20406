import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { tlsSettings } from "../../src/settings.ts";
import { linesOf, newFolder, newHome, polylog, Running, serve } from "../support/cli.ts";

interface Made {
  readonly cert: string;
  readonly key: string;
}

/** A certificate for a name other than this machine's, as in a home network. */
function certificate(name: string): Made {
  const folder = newFolder();
  const [cert, key] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}

let own: Made;
let other: Made;

beforeAll(() => {
  own = certificate("polylog.home.arpa");
  other = certificate("other.home.arpa");
});

const flagsOf = ({ cert, key }: Made) => ["--tls-cert", cert, "--tls-key", key];

/** The response that a browser gets if it trusts the certificate. */
function ask(url: string, method: string, at: string, headers: Record<string, string>, body?: object) {
  return new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
    const trusted = { ca: readFileSync(own.cert), servername: "polylog.home.arpa" };
    const outgoing = request(`${url}${at}`, { ...trusted, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, cookie: String(answer.headers["set-cookie"]), text }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test("[S29] with a certificate, the server only accepts HTTPS, and commands verify it by that certificate", async () => {
  const home = newHome();
  const server = await serve(home, ...flagsOf(own));
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const { port } = new URL(server.url);
  const { code, stdout } = await polylog(["run", "hello", "--json", "--home", home]);
  expect([code, linesOf(stdout).at(-1)]).toEqual([0, expect.objectContaining({ outcome: "completed" })]);
  expect((await polylog(["ls", "--home", home, "--port", port])).code).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();

  const opened = await polylog(["open", "--home", home]);
  const [, code64] = /^https:\/\/127\.0\.0\.1:\d+\/#code=([\w-]+)/.exec(opened.stdout) ?? [];
  const json = { "content-type": "application/json", origin: server.url };
  const login = await ask(server.url, "POST", "/api/login", json, { code: code64 });
  expect([login.status, login.cookie]).toEqual([
    200,
    expect.stringMatching(/; HttpOnly; SameSite=Strict; Secure$/),
  ]);
  await server.stop();
});

test("[S29] a command rejects a server whose certificate does not match the one in its home", async () => {
  const home = newHome();
  const server = await serve(home, ...flagsOf(own));
  const file = path.join(home, "holder.json");
  const holder = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...holder, certificate: readFileSync(other.cert, "utf8") }));
  const { port } = new URL(server.url);
  const { code, stderr } = await polylog(["ls", "--json", "--home", home, "--port", port]);
  expect([code, JSON.parse(stderr).error.code]).toEqual([1, "network"]);
  await server.stop();
});

test("with TLS, listening for other machines needs no other flag, and the pairing link uses HTTPS", async () => {
  const home = newHome();
  const origin = "https://polylog.home.arpa:7717";
  const server = await serve(home, ...flagsOf(own), "--host", "0.0.0.0", "--origin", origin);
  const pairing = new Running(["pair", "--json", "--home", home]);
  await pairing.until(() => pairing.stdout.includes("\n"));
  expect(linesOf<{ url: string }>(pairing.stdout)[0]?.url).toMatch(
    /^https:\/\/polylog\.home\.arpa:7717\/#pair=[\w-]+$/,
  );
  await pairing.stop();
  await server.stop();
});

test("an invalid certificate or key is reported at the start with its file", async () => {
  const text = path.join(newFolder(), "note.txt");
  writeFileSync(text, "canary");
  const missing = path.join(newFolder(), "none.pem");
  const locked = path.join(newFolder(), "locked.pem");
  writeFileSync(locked, readFileSync(own.key));
  chmodSync(locked, 0o000);
  const start = async (...flags: string[]) => {
    const { code, stderr } = await polylog(["serve", "--port", "0", "--home", newHome(), ...flags]);
    return { code, stderr };
  };
  expect(await start("--tls-cert", missing, "--tls-key", own.key)).toEqual({
    code: 1,
    stderr: `polylog: The TLS certificate ${missing} cannot be used. The file does not exist. Check the path.\n`,
  });
  expect(await start("--tls-cert", own.cert, "--tls-key", other.key)).toEqual({
    code: 1,
    stderr: `polylog: The TLS key ${other.key} does not match the certificate ${own.cert}. Use the key that it was issued for.\n`,
  });
  expect(await start("--tls-cert", text, "--tls-key", own.key)).toEqual({
    code: 1,
    stderr: `polylog: ${text} is not a valid PEM certificate. Check the file.\n`,
  });
  expect(await start("--tls-cert", own.cert, "--tls-key", text)).toEqual({
    code: 1,
    stderr: `polylog: ${text} is not a valid unencrypted PEM private key. Check the file.\n`,
  });
  expect(await start("--tls-cert", own.cert)).toEqual({
    code: 2,
    stderr: "polylog: TLS needs a certificate and its key: --tls-cert is set, --tls-key is missing.\n",
  });
  if (process.getuid?.() !== 0) {
    expect((await start("--tls-cert", own.cert, "--tls-key", locked)).stderr).toContain(
      `The TLS key ${locked} cannot be used. You do not have permission to read it.`,
    );
  }
});

test("TLS settings come from flags, then variables, then config.json with paths relative to the home", () => {
  const file = { tls_cert: "c.pem", tls_key: "/keys/k.pem" };
  const env = { POLYLOG_TLS_CERT: "/env/c.pem", POLYLOG_TLS_KEY: "/env/k.pem" };
  expect([
    tlsSettings({}, {}, {}, "/home"),
    tlsSettings({}, {}, file, "/home"),
    tlsSettings({}, env, file, "/home"),
    tlsSettings({ tlsCert: "/flag/c.pem" }, env, file, "/home"),
  ]).toEqual([
    undefined,
    { cert: "/home/c.pem", key: "/keys/k.pem" },
    { cert: "/env/c.pem", key: "/env/k.pem" },
    { cert: "/flag/c.pem", key: "/env/k.pem" },
  ]);
});
