/** The answer to a model call, independent of the API. */

export type TextPart = {
  readonly kind: "text";
  readonly text: string;
  /** Characters per delta. Absent: the server's setting. */
  readonly pieceChars?: number;
  /** Sends one word per delta, with this many milliseconds in between. */
  readonly wordMs?: number;
};
/** Empty text stands for thinking that the API hides. */
export type ThinkingPart = { readonly kind: "thinking"; readonly text: string };
export type CallPart = {
  readonly kind: "call";
  readonly name: string;
  /** JSON, or plain text for a freeform tool. */
  readonly input: string;
  readonly freeform: boolean;
  readonly namespace?: string;
};
export type ContentPart = TextPart | ThinkingPart | CallPart;

/** A failure between two parts of an answer. All but `stall` end the answer. */
export type FaultPart =
  | { readonly kind: "stall"; readonly ms: number }
  | { readonly kind: "cut" }
  | { readonly kind: "malformed" }
  | { readonly kind: "nodone" }
  | { readonly kind: "error"; readonly status: number };
export type Part = ContentPart | FaultPart;

export type ClaimedUsage = { readonly input: number; readonly output: number; readonly cached: number };

export type Answer = {
  readonly parts: readonly Part[];
  /** The stop reason, in the terms of any API. Absent: derived from the parts. */
  readonly stop?: string;
  /** Absent: estimated. */
  readonly usage?: ClaimedUsage;
};

/** An answer and its source: a step of the script, a side call, or a part of the demo. */
export type Decision = { readonly step: string; readonly answer: Answer };

export function isContent(part: Part): part is ContentPart {
  return part.kind === "text" || part.kind === "thinking" || part.kind === "call";
}

export function say(text: string): TextPart {
  return { kind: "text", text };
}
