import { PolylogError } from "../polylog-error.ts";

/** The value that a client sends to resume where it stopped. Only the server interprets it. */

/** Instead of a cursor: only events from now on. */
export const NOW = "now";

export interface SessionCursor {
  readonly rev: number;
  readonly seq: number;
}

export function sessionCursor({ rev, seq }: SessionCursor): string {
  return `${rev}:${seq}`;
}

export function parseSessionCursor(text: string): SessionCursor {
  const [, rev, seq] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? [];
  if (rev === undefined || seq === undefined) throw malformed();
  return { rev: Number(rev), seq: Number(seq) };
}

export function parsePosition(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw malformed();
  return Number(text);
}

function malformed(): PolylogError {
  return new PolylogError(
    "bad_request",
    "Invalid cursor. Use one that this stream returned, or omit it to start from the beginning.",
  );
}
