import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PolylogError } from "../../errors.ts";
import type { TlsFiles } from "./node-server.ts";

/** Where a server's certificate and its key are. */
export interface TlsPaths {
  readonly cert: string;
  readonly key: string;
}

/** Reads both and checks that they belong together, so that a wrong file is named at the start and not by a browser. */
export async function readTls({ cert, key }: TlsPaths): Promise<TlsFiles> {
  const [certText, keyText] = await Promise.all([read(cert, "certificate"), read(key, "key")]);
  const certificate = parsed(cert, "PEM certificate", () => new X509Certificate(certText));
  const privateKey = parsed(key, "unencrypted PEM private key", () => createPrivateKey(keyText));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new PolylogError("bad_config", `The TLS key ${key} does not belong to the certificate ${cert}.`, {
      file: key,
    });
  }
  return { cert: certText, key: keyText };
}

async function read(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const why: Readonly<Record<string, string>> = {
      ENOENT: "There is no such file.",
      EACCES: "This user may not read it.",
      EISDIR: "It is a folder.",
    };
    const reason = why[code] ?? `Reading it failed (${code}).`;
    throw new PolylogError(
      "bad_config",
      `The TLS ${what} ${file} cannot be used. ${reason}`,
      { file },
      error,
    );
  }
}

/** What is in the file is not repeated: it may be a key. */
function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new PolylogError("bad_config", `${file} is not a valid ${what}.`, { file });
  }
}
