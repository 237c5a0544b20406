/**
 * Sent with every response. There is no CORS header, because no other origin needs access. The page shows text from
 * agents, so it can run only its own script files and load nothing from elsewhere.
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
 * Replaces the policy above for the frame that renders agents' diagrams. It has no origin and no network, and only the
 * page can embed it. Its own meta policy allows two scripts by their hashes, which narrows `script-src` here.
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
