import { chmod, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { PolylogError } from "../../polylog-error.ts";

/**
 * The owner's token. The file contains only the token and is readable by its user alone. Without a file and without a
 * given token, a random one is created, so that no two installations share a secret.
 */
export async function ownerToken(file: string, given?: string | undefined): Promise<string> {
  if (given !== undefined && !isToken(given)) {
    throw new PolylogError("bad_config", "Invalid token. Use visible ASCII characters without spaces.");
  }
  const kept = await readToken(file);
  if (kept !== null && (given === undefined || given === kept)) return kept;
  const token = given ?? (await import("./secrets.ts")).newToken();
  await writeToken(file, token);
  return token;
}

async function readToken(file: string): Promise<string | null> {
  try {
    // A backup or a careless copy may have made it readable by others.
    if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
    const text = (await readFile(file, "utf8")).trim();
    return isToken(text) ? text : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function writeToken(file: string, token: string): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, token, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}

function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
