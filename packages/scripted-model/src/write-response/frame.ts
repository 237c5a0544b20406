/** A part of the output: text, a pause, or a dropped connection. */
export type Frame =
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "cut" };

/** One server-sent event. The name is for APIs with named events. */
export function sse(data: unknown, event?: string): Frame {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return { kind: "send", text: `${name}data: ${JSON.stringify(data)}\n\n` };
}

/** An event with truncated JSON. */
export function brokenSse(data: unknown, event?: string): Frame {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const json = JSON.stringify(data);
  return { kind: "send", text: `${name}data: ${json.slice(0, Math.ceil(json.length / 2))}\n\n` };
}

export function wait(ms: number): Frame {
  return { kind: "wait", ms };
}
