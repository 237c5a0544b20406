import type { IncomingMessage } from "node:http";

export type Encoding = "br" | "gzip";

/** Keeps caches from serving one encoding for another. */
export const varies = { vary: "accept-encoding" } as const;

/** Responses that are compressed if they are large. Never an event stream, which is sent immediately. */
export function isCompressible(type: string): boolean {
  return /^(?:application\/json|text\/plain)(?:;|$)/.test(type);
}

/** The best encoding that a client accepts; null for none. */
export function bestEncoding(incoming: IncomingMessage): Encoding | null {
  if (takesEncoding(incoming, "br")) return "br";
  return takesEncoding(incoming, "gzip") ? "gzip" : null;
}

/** Whether a client accepts an encoding. It can accept all with a star, and refuse one with `q=0`. */
export function takesEncoding({ headers }: IncomingMessage, encoding: string): boolean {
  const accepted = new Map(
    String(headers["accept-encoding"] ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...options] = part.split(";").map((each) => each.trim());
        return [name, !options.some((option) => /^q=0(?:\.0*)?$/.test(option))] as const;
      }),
  );
  return accepted.get(encoding) ?? accepted.get("*") ?? false;
}
