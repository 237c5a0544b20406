import { baseUrl } from "./base-url.ts";

interface Policy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The page's policy accepts script URLs only from a Trusted Types policy. This is the only one. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("polylog-scripts", {
  createScriptURL: own,
});

/** The URL of one of the page's own files, for a worker. */
export function trustedUrl(url: string): string {
  return policy?.createScriptURL(url) ?? own(url);
}

function own(url: string): string {
  if (!url.startsWith(baseUrl)) throw new Error(`Not a script of this page: ${url}`);
  return url;
}
