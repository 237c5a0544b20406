/** What is sent, in order: text, a pause, or the end of the connection in the middle of it all. */
export type Frame =
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "cut" };

/** One event of a stream. The name is for streams whose events have one. */
export function sse(data: unknown, event?: string): Frame {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return { kind: "send", text: `${name}data: ${JSON.stringify(data)}\n\n` };
}

/** An event whose JSON ends too early. */
export function brokenSse(data: unknown, event?: string): Frame {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const json = JSON.stringify(data);
  return { kind: "send", text: `${name}data: ${json.slice(0, Math.ceil(json.length / 2))}\n\n` };
}

export function wait(ms: number): Frame {
  return { kind: "wait", ms };
}
