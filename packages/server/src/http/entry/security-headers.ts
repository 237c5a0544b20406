/**
 * On every answer, whatever it is. There is no CORS header among them: no other origin has any business here.
 * Agents' text is shown by the page, so the page may run no script but its own files and load nothing from elsewhere.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

export const securityHeaders: ReadonlyMap<string, string> = new Map([
  ["content-security-policy", policy],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cache-control", "no-store"],
]);

/**
 * On the frame that draws agents' diagrams, in place of the above. It has no origin and no network, and only the page
 * may show it. Its own meta policy allows two scripts by their hashes, which narrows `script-src` here.
 */
const diagramPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

export const diagramHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": diagramPolicy,
  "x-frame-options": "SAMEORIGIN",
};
