import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export type HttpResponse =
  | { readonly ok: true; readonly response: IncomingMessage }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Sends one request. It connects to exactly the address that was checked, even if the name changes meanwhile. */
export async function request(
  url: URL,
  privateHosts: readonly string[],
  signal: AbortSignal,
): Promise<HttpResponse> {
  const refusal = badAddress(url);
  if (refusal !== null) return refuse("bad_url", refusal);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = await addressesOf(host, signal);
  if (addresses === null) return refuse("host_not_found", `${url.hostname} has no address. Check the name.`);
  if (!mayBePrivate(url, privateHosts) && !addresses.every(({ address }) => isPublicAddress(address))) {
    return refuse(
      "private_address",
      `${url.hostname} is in a private network. Such a host must be allowed in the agent's configuration.`,
    );
  }
  return ask(url, addresses, signal);
}

function badAddress(url: URL): string | null {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `${url.protocol} is not supported. Use http or https.`;
  if (url.username !== "" || url.password !== "")
    return "URLs with a user name or password are not supported.";
  return null;
}

function mayBePrivate(url: URL, privateHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return privateHosts.includes(url.hostname) || privateHosts.includes(`${url.hostname}:${port}`);
}

async function addressesOf(host: string, signal: AbortSignal): Promise<LookupAddress[] | null> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  // A lookup cannot be stopped, but its caller does not have to wait for it.
  const stopped = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
  // The caller reports a host that cannot be found.
  const found = lookup(host, { all: true }).catch(() => null);
  const addresses = await Promise.race([found, stopped]);
  return addresses === null || addresses.length === 0 ? null : addresses;
}

function ask(url: URL, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<HttpResponse> {
  const { request: send } = url.protocol === "https:" ? https : http;
  return new Promise((resolve) => {
    const asked = send(url, {
      method: "GET",
      agent: false,
      signal,
      lookup: (_host, options, done) => {
        const [first] = addresses as [LookupAddress];
        if (options.all === true) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      headers: {
        accept: "text/html, text/plain, application/json, */*;q=0.5",
        "accept-encoding": "gzip, deflate, br",
        "user-agent": "polylog",
      },
    });
    asked.on("response", (response) => resolve({ ok: true, response }));
    asked.on("error", (error) =>
      resolve(refuse("not_reached", `${url.host} did not answer: ${error.message}.`)),
    );
    asked.end();
  });
}

function refuse(code: string, message: string): HttpResponse {
  return { ok: false, code, message };
}
