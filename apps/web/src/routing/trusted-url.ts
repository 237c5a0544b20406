import { baseUrl } from "./base-url.ts";

interface Policy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The page's policy takes the address of a script only from a maker of such addresses. There is one: this. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("polylog-scripts", {
  createScriptURL: own,
});

/** The address of one of the page's own files, for a worker. */
export function trustedUrl(url: string): string {
  return policy?.createScriptURL(url) ?? own(url);
}

function own(url: string): string {
  if (!url.startsWith(baseUrl)) throw new Error(`not a script of this page: ${url}`);
  return url;
}
