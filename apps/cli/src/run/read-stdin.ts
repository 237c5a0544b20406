import { fstatSync } from "node:fs";
import type { Readable } from "node:stream";
import { CliError } from "../cli-error.ts";
import { exitCodes } from "../exit-codes.ts";

/** How long to wait for the first data. Some programs leave a pipe open without ever writing to it. */
const FIRST_MS = 3_000;
const MOST_BYTES = 1024 * 1024;

/** Reads piped or redirected input; empty without input. */
export async function readStdin(remark: (text: string) => void): Promise<string> {
  if (process.stdin.isTTY || !isReadable(process.stdin.fd)) return "";
  return readAll(process.stdin, FIRST_MS, () =>
    remark("No data on standard input. Continuing without it. Add < /dev/null to skip this wait."),
  );
}

/** Reads everything, or nothing if no data arrives within `firstMs`. */
export function readAll(input: Readable, firstMs: number, onNothing: () => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    input.removeAllListeners().pause();
  };
  const timer = setTimeout(() => {
    end();
    onNothing();
    resolve("");
  }, firstMs);
  input.on("data", (chunk: Buffer) => {
    clearTimeout(timer);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) return;
    end();
    reject(new CliError("too_long", `Standard input has more than ${MOST_BYTES} bytes.`, exitCodes.usage));
  });
  input.on("end", () => {
    end();
    resolve(Buffer.concat(chunks).toString("utf8"));
  });
  input.on("error", () => {
    end();
    resolve("");
  });
  return promise;
}

/** A file, a pipe or a socket. A device such as /dev/null has no data. */
function isReadable(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFile() || stat.isFIFO() || stat.isSocket();
  } catch {
    // A closed descriptor has nothing to read.
    return false;
  }
}
