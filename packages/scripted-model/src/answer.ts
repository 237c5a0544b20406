/** What a model call is answered with, before it takes the shape of one of the APIs. */

export type TextPart = {
  readonly kind: "text";
  readonly text: string;
  /** Characters of one delta; absent: as the server is set. */
  readonly pieceChars?: number;
  /** One word in each delta, with this long between two. */
  readonly wordMs?: number;
};
/** An empty text is thinking that the API does not show. */
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

/** What happens between two pieces of an answer. After all but `stall` nothing more comes. */
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
  /** Why it stopped, in the words of any of the APIs; absent: what fits the parts. */
  readonly stop?: string;
  /** Absent: estimated. */
  readonly usage?: ClaimedUsage;
};

/** What a call is answered with, and by what: a step of the script, a side call, a part of the demo. */
export type Decision = { readonly step: string; readonly answer: Answer };

export function isContent(part: Part): part is ContentPart {
  return part.kind === "text" || part.kind === "thinking" || part.kind === "call";
}

export function say(text: string): TextPart {
  return { kind: "text", text };
}
