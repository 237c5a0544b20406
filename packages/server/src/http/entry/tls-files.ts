import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PolylogError } from "../../polylog-error.ts";
import type { TlsFiles } from "./node-server.ts";

/** The paths of a server's certificate and key. */
export interface TlsPaths {
  readonly cert: string;
  readonly key: string;
}

/** Reads both and checks that they match, so that an error appears at startup and not in a browser. */
export async function readTls({ cert, key }: TlsPaths): Promise<TlsFiles> {
  const [certText, keyText] = await Promise.all([read(cert, "certificate"), read(key, "key")]);
  const certificate = parsed(cert, "PEM certificate", () => new X509Certificate(certText));
  const privateKey = parsed(key, "unencrypted PEM private key", () => createPrivateKey(keyText));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new PolylogError(
      "bad_config",
      `The TLS key ${key} does not match the certificate ${cert}. Use the key that it was issued for.`,
      {
        file: key,
      },
    );
  }
  return { cert: certText, key: keyText };
}

async function read(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const why: Readonly<Record<string, string>> = {
      ENOENT: "The file does not exist. Check the path.",
      EACCES: "You do not have permission to read it.",
      EISDIR: "It is a folder. Use the path of a file.",
    };
    const reason = why[code] ?? `Reading it failed (${code}). Check the file.`;
    throw new PolylogError(
      "bad_config",
      `The TLS ${what} ${file} cannot be used. ${reason}`,
      { file },
      error,
    );
  }
}

/** The message does not repeat the file's content, which may be a key. */
function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new PolylogError("bad_config", `${file} is not a valid ${what}. Check the file.`, { file });
  }
}
