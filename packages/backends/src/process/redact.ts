import { limits } from "./limits.ts";

/** Secrets: what a program was given in confidence does not come back in its output. */

const secretName = /key|token|secret|passw|credential|auth/i;

/** The values of an agent's own environment whose names say that they are secret. */
export function secretsIn(own: Readonly<Record<string, string>>): string[] {
  return Object.entries(own).flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
}

const password = /^[a-z][a-z0-9+.-]*:\/\/[^/@]*?:([^/@]+)@/i;

/** The passwords inside the addresses of an environment, such as a proxy's. */
export function passwordsIn(environment: Readonly<Record<string, string>>): string[] {
  return Object.values(environment).flatMap((value) => password.exec(value)?.[1] ?? []);
}

/** Blots out secrets, also as they stand inside JSON and, where they have many lines, line by line. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const written = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...secret.split("\n"),
  ]);
  const parts = [...new Set(written)]
    .filter((part) => part.length >= limits.secretChars)
    .sort((a, b) => b.length - a.length);
  return (text) => parts.reduce((clean, part) => clean.replaceAll(part, "[redacted]"), text);
}
