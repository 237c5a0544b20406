import { X509Certificate } from "node:crypto";
import { type RequestOptions, request } from "node:https";
import { Readable } from "node:stream";

const OTHER_CERTIFICATE = "the server's certificate does not match the one recorded in its home";

/**
 * Only accepts a server with exactly this certificate. The home records its server's certificate, so a self-signed one, or one
 * for another name, works without being trusted for anything else.
 */
export function pinnedFetch(certificate: string): typeof globalThis.fetch {
  const { raw } = new X509Certificate(certificate);
  const tls: RequestOptions & { readonly allowPartialTrustChain: true } = {
    ca: certificate,
    // Trust comes from the exact certificate, not from its issuer.
    allowPartialTrustChain: true,
    checkServerIdentity: (_, peer) => (peer.raw.equals(raw) ? undefined : new Error(OTHER_CERTIFICATE)),
  };
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", signal, body } = init;
      const headers = Object.fromEntries(new Headers(init.headers));
      const url = new URL(String(input));
      const outgoing = request(
        url,
        { ...tls, method, headers, ...(signal ? { signal } : {}) },
        (incoming) => {
          const status = incoming.statusCode ?? 0;
          const stream = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
          resolve(new Response(status === 204 || status === 304 ? null : stream, { status }));
        },
      );
      outgoing.on("error", reject);
      outgoing.end(typeof body === "string" ? body : undefined);
    });
}
