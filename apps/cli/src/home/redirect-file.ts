import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A page in the home that redirects a browser to an address with a one-time code. Other users of this machine can see program
 * arguments, so the browser receives the page's name and not the address.
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

/** Removes pages left by a command whose cleanup was killed. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > OLD_MS) rmSync(file, { force: true });
  }
}

const cleaner =
  'setTimeout(() => require("node:fs").rmSync(process.argv[1], { force: true }), Number(process.argv[2]))';

/** A browser may take a while to read the page, and this command must not wait for it. */
function removeLater(file: string, ms: number): void {
  const child = spawn(process.execPath, ["-e", cleaner, file, String(ms)], {
    stdio: "ignore",
    detached: true,
    env: {},
  });
  child.on("error", () => undefined);
  child.unref();
}
