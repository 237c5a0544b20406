import { limits } from "./limits.ts";

/** Redacts secrets of a program's environment in its output. */

const secretName = /key|token|secret|credential|auth/i;
const passwordName = /passw|secret/i;

/** The values in an agent's environment whose names indicate secrets. */
export function secretsIn(own: Readonly<Record<string, string>>): string[] {
  return Object.entries(own).flatMap(([name, value]) => {
    const isSecret = passwordName.test(name) || (secretName.test(name) && !isWord(value));
    return isSecret ? [value] : [];
  });
}

/**
 * Whether a value is a single word. A key never is, and redacting a placeholder would hide a model or person of that
 * name.
 */
export function isWord(value: string): boolean {
  return value.length < limits.keyChars && /^[a-z]*$/i.test(value);
}

const password = /^[a-z][a-z0-9+.-]*:\/\/[^/@]*?:([^/@]+)@/i;

/** The passwords in URLs in an environment, such as a proxy's. */
export function passwordsIn(environment: Readonly<Record<string, string>>): string[] {
  return Object.values(environment).flatMap((value) => password.exec(value)?.[1] ?? []);
}

/** Redacts secrets, including their JSON-escaped form and the lines of a multi-line secret. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const parts = partsOf(secrets);
  return (text) => blot(text, parts);
}

/** The same for a text in chunks: a possible beginning of a secret is held back until the next chunk. */
export class StreamRedactor {
  private readonly parts: readonly string[];
  private held = "";

  constructor(secrets: readonly string[]) {
    this.parts = partsOf(secrets);
  }

  push(piece: string): string {
    if (this.parts.length === 0) return piece;
    const text = blot(this.held + piece, this.parts);
    const waits = Math.max(...this.parts.map((part) => begunAtEnd(text, part)));
    this.held = text.slice(text.length - waits);
    return text.slice(0, text.length - waits);
  }

  end(): string {
    const { held } = this;
    this.held = "";
    return held;
  }
}

/** The number of characters at the end of a text that may be the beginning of `part`. */
function begunAtEnd(text: string, part: string): number {
  for (let length = Math.min(part.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(part.slice(0, length))) return length;
  }
  return 0;
}

function partsOf(secrets: readonly string[]): string[] {
  const written = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...secret.split("\n"),
  ]);
  return [...new Set(written)]
    .filter((part) => part.length >= limits.secretChars)
    .sort((a, b) => b.length - a.length);
}

function blot(text: string, parts: readonly string[]): string {
  return parts.reduce((clean, part) => clean.replaceAll(part, "[redacted]"), text);
}
