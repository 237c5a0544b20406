import { X509Certificate } from "node:crypto";
import { type RequestOptions, request } from "node:https";
import { Readable } from "node:stream";

const OTHER_CERTIFICATE = "the server shows another certificate than the one its home names";

/**
 * Requests to a server that shows exactly this certificate. The server of a home says in the home which one it has, so
 * a self-signed one, or one for another name, is known without being trusted for anything else.
 */
export function pinnedFetch(certificate: string): typeof globalThis.fetch {
  const { raw } = new X509Certificate(certificate);
  const tls: RequestOptions & { readonly allowPartialTrustChain: true } = {
    ca: certificate,
    // The certificate itself is what is trusted, whoever issued it.
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
