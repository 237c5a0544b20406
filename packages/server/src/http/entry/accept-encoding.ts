import type { IncomingMessage } from "node:http";

export type Encoding = "br" | "gzip";

/** What is kept of one encoding is not taken for another. */
export const varies = { vary: "accept-encoding" } as const;

/** Answers that are compressed where they are large. Never an event stream: it is sent as it comes. */
export function isCompressible(type: string): boolean {
  return /^(?:application\/json|text\/plain)(?:;|$)/.test(type);
}

/** The best encoding that a client takes; null for none. */
export function bestEncoding(incoming: IncomingMessage): Encoding | null {
  if (takesEncoding(incoming, "br")) return "br";
  return takesEncoding(incoming, "gzip") ? "gzip" : null;
}

/** Whether a client takes an encoding. It may name all with a star, and refuse one with `q=0`. */
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
