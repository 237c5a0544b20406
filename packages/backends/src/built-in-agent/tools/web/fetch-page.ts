import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { limits } from "../limits.ts";
import { request } from "./http-request.ts";

export interface Page {
  readonly ok: true;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Whether only the beginning of the body was read. */
  readonly cut: boolean;
}

export interface PageFailure {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export interface PageOptions {
  readonly privateHosts: readonly string[];
  readonly signal: AbortSignal;
  readonly mostMs?: number | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Fetches a web page and follows redirects. Each redirect is checked like the first address. */
export async function fetchPage(address: string, options: PageOptions): Promise<Page | PageFailure> {
  const { privateHosts, signal, mostMs = limits.fetchMs } = options;
  const late = AbortSignal.timeout(mostMs);
  const stop = AbortSignal.any([signal, late]);
  const ended = (failure: PageFailure): PageFailure => {
    if (signal.aborted) return failed("cancelled", "The page was not fetched.");
    return late.aborted ? failed("timed_out", `${address} took longer than ${mostMs} ms.`) : failure;
  };
  let url = URL.parse(address);
  for (let hop = 0; url !== null && hop <= limits.redirects; hop++) {
    const answer = await request(url, privateHosts, stop);
    if (!answer.ok) return ended(answer);
    const { response } = answer;
    const next = response.headers.location;
    if (!redirects.has(response.statusCode ?? 0) || next === undefined) {
      const body = await readBody(response);
      return stop.aborted || body === null
        ? ended(failed("not_reached", `${url.host} closed the connection early.`))
        : pageOf(url, response, body);
    }
    response.destroy();
    url = URL.parse(next, url.href);
  }
  return url === null
    ? failed("bad_url", `${address} or one of its redirects is not a valid address.`)
    : failed("too_many_redirects", `${address} has too many redirects. To continue, fetch ${url.href}.`);
}

function failed(code: string, message: string): PageFailure {
  return { ok: false, code, message };
}

function pageOf(url: URL, response: IncomingMessage, body: { bytes: Buffer; cut: boolean }): Page {
  return {
    ok: true,
    url: url.href,
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? "",
    contentType: response.headers["content-type"] ?? "",
    body: body.bytes,
    cut: body.cut,
  };
}

/** The unpacked body up to the limit. Null if it could not be read. */
async function readBody(response: IncomingMessage): Promise<{ bytes: Buffer; cut: boolean } | null> {
  const pieces: Buffer[] = [];
  let total = 0;
  try {
    for await (const piece of unpacked(response) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      total += piece.length;
      if (total > limits.fetchBytes)
        return { bytes: Buffer.concat(pieces).subarray(0, limits.fetchBytes), cut: true };
    }
  } catch {
    // The connection broke or the encoding is invalid; the caller reports it.
    return null;
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(pieces), cut: false };
}

/** Unpacks the body as a stream, so that a small compressed body cannot fill the memory. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase();
  const unpack =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "deflate"
        ? createInflate()
        : encoding === "br"
          ? createBrotliDecompress()
          : null;
  // The reader of the stream receives the error.
  return unpack === null ? response : pipeline(response, unpack, () => undefined);
}
