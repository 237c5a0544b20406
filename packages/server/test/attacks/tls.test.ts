import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

function certificate(): { readonly cert: string; readonly key: string } {
  const folder = temporaryFolder();
  const [cert, key] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=polylog", "-addext", "subjectAltName=DNS:polylog"];
  execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}

test("[S29] with TLS, the plain port on which agents' programs call their tools opens nothing else, with any token", async () => {
  const server = await startHere(makeHome({ agent: { script: [] } }), { tls: certificate() });
  expect(server.url).toMatch(/^https:/);
  const made = server.services.toolAddresses.make({} as never);
  const { origin, protocol, hostname, pathname } = new URL(made?.url ?? "");
  expect([protocol, hostname, pathname]).toEqual(["http:", "127.0.0.1", "/mcp"]);
  const owner = { authorization: `Bearer ${readFileSync(server.tokenFile, "utf8")}` };
  const status = async (at: string, headers: Record<string, string>, method = "GET") =>
    (await fetch(`${origin}${at}`, { method, headers })).status;
  for (const at of ["/", "/api/health", "/api/sessions", "/api/me", "/ws", "/mcp/../api/me"]) {
    expect([at, await status(at, owner)]).toEqual([at, 404]);
    expect([at, await status(at, { ...made?.headers })]).toEqual([at, 404]);
  }
  expect(await status("/mcp", owner, "POST")).toBe(401);
  expect(await status("/mcp", { ...made?.headers, origin: "http://127.0.0.1:3000" }, "POST")).toBe(403);
  made?.close();
});
