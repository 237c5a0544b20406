import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A page in the home that leads a browser to an address with a one-time code. Other users of this machine can see the
 * arguments of every program, so the browser is given the page's name and not the address.
 */
export function writeRedirect(home: string, address: string, expiresTs: number): string {
  const folder = path.join(home, "open");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(folder);
  const file = path.join(folder, `${randomBytes(8).toString("hex")}.html`);
  writeFileSync(file, pageTo(address), { mode: 0o600, flag: "wx" });
  removeLater(file, Math.max(0, expiresTs - Date.now()));
  return file;
}

function pageTo(address: string): string {
  const url = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Polylog</title>
<a href="${url}">Open Polylog</a>
`;
}

const OLD_MS = 60_000;

/** Left by a command whose cleaner was ended. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > OLD_MS) rmSync(file, { force: true });
  }
}

const cleaner =
  'setTimeout(() => require("node:fs").rmSync(process.argv[1], { force: true }), Number(process.argv[2]))';

/** A browser may take a while to read it; this command does not wait for that. */
function removeLater(file: string, ms: number): void {
  const child = spawn(process.execPath, ["-e", cleaner, file, String(ms)], {
    stdio: "ignore",
    detached: true,
    env: {},
  });
  child.on("error", () => undefined);
  child.unref();
}
