import type { EventBody } from "@polylog/core";
import { isTooDeep } from "@polylog/core";
import { limits } from "../limits.ts";

/**
 * What an event of an agent may hold. What is said in the conversation is never cut: answers, thoughts, and messages.
 * Pieces of a stream that are too long become several. Everything else keeps the beginning of each text.
 */

type Delta = Extract<
  EventBody,
  { type: "text_delta" | "thinking_delta" | "tool_output_delta" | "tool_input_delta" }
>;

const neverLarge = new Set(["text_done", "thinking_done", "user_message"]);

/** Whether the event says more than the log holds of it. */
export function isLarge(body: EventBody): boolean {
  if (neverLarge.has(body.type)) return false;
  if (isDelta(body)) return body.delta.length > limits.textChars;
  if ("error" in body && (body.error?.message.length ?? 0) > limits.messageChars) return true;
  const { text, event } = boundsOf(body);
  return charsIn(body, text, event) > event;
}

/** Several deltas in place of one that is too long. */
export function splitDelta(body: Delta): Delta[] {
  const pieces: Delta[] = [];
  let at = 0;
  while (at < body.delta.length) {
    const delta = beginning(body.delta.slice(at, at + limits.textChars + 1), limits.textChars);
    // Only its first piece begins the output anew.
    const { reset: _, ...rest } = body as Delta & { reset?: boolean };
    const first = at === 0 ? body : (rest as Delta);
    pieces.push({ ...first, offset: body.offset + at, delta });
    at += delta.length;
  }
  return pieces;
}

export function isDelta(body: EventBody): body is Delta {
  return body.type.endsWith("_delta");
}

/** The event with the beginnings of its texts. */
export function cutTexts<B extends EventBody>(body: B): B {
  if (isTooDeep(body)) return body;
  const bounds = boundsOf(body);
  const cutter = new Cutter(bounds.text, bounds.event);
  const short =
    "error" in body && body.error !== undefined ? { ...body, error: shortened(body.error) } : body;
  return cutter.cut(short) as B;
}

/** Room for the word about the rest. What is no longer than that is never cut. */
const WORD = 48;

/** The first characters, with a word about the rest. */
function shorten(text: string, most: number): string {
  if (text.length <= Math.max(most, WORD)) return text;
  const kept = beginning(text, Math.max(0, most - WORD));
  return `${kept}… (${(text.length - kept.length).toLocaleString("en-US")} more characters)`;
}

export function shortened<E extends { readonly message: string }>(error: E): E {
  return { ...error, message: shorten(error.message, limits.messageChars) };
}

/** Up to so many characters, and never half of one. */
export function beginning(text: string, most: number): string {
  const kept = text.slice(0, most);
  return kept.length < text.length && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}

/** A person who is asked for leave sees exactly what will run, as long as a person could read it. */
function boundsOf({ type }: EventBody): { text: number; event: number } {
  return type === "permission_request"
    ? { text: limits.askChars, event: limits.askChars }
    : { text: limits.textChars, event: limits.eventChars };
}

/** About as many characters as its JSON has; more than `most` at the first text that is too long. Images are apart. */
function charsIn(value: unknown, longest: number, most: number): number {
  const waiting = [value];
  let [chars, images] = [0, 0];
  while (waiting.length > 0 && chars <= most) {
    const next = waiting.pop();
    if (typeof next === "string") chars += next.length > longest ? most + 1 : next.length + 3;
    else if (typeof next !== "object" || next === null) chars += 5;
    else if (isImage(next)) images += next.data.length;
    else if (Array.isArray(next)) for (const item of next) waiting.push(item);
    else
      for (const [key, item] of Object.entries(next)) {
        chars += key.length + 3;
        waiting.push(item);
      }
  }
  return images > limits.imageChars ? most + 1 : chars;
}

function isImage(value: object): value is { readonly mediaType: string; readonly data: string } {
  const { mediaType, data } = value as { mediaType?: unknown; data?: unknown };
  return typeof mediaType === "string" && typeof data === "string";
}

/** No event's own object has so many fields: such a one is a list with names. */
const MANY_FIELDS = 64;

class Cutter {
  private readonly longest: number;
  private left: number;
  private images: number = limits.imageChars;

  constructor(longest: number, most: number) {
    this.longest = longest;
    this.left = most;
  }

  cut(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) {
      this.left -= 5;
      return value;
    }
    if (Array.isArray(value)) return this.items(value);
    return isImage(value) ? this.image(value) : this.fields(value);
  }

  private text(value: string): string {
    const kept = shorten(value, Math.max(0, Math.min(this.longest, this.left)));
    this.left -= kept.length + 3;
    return kept;
  }

  private items(list: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const item of list) {
      if (this.left <= 0) break;
      kept.push(this.cut(item));
    }
    return kept;
  }

  /** The short ones first: names and numbers are whole, and the long texts share what is left. */
  private fields(value: object): object {
    const fields = Object.entries(value);
    const short = fields
      .map(([key, item]) => ({ key, item, chars: charsIn(item, this.longest, this.longest) }))
      .sort((one, other) => one.chars - other.chars);
    const kept = new Map<string, unknown>();
    for (const { key, item } of short) {
      if (fields.length > MANY_FIELDS && this.left <= 0) break;
      this.left -= key.length + 3;
      kept.set(key, this.cut(item));
    }
    return Object.fromEntries(fields.flatMap(([key]) => (kept.has(key) ? [[key, kept.get(key)]] : [])));
  }

  /** Half a picture is none. */
  private image({ data, ...rest }: { readonly data: string }): object {
    if (data.length > this.images) return rest;
    this.images -= data.length;
    return { ...rest, data };
  }
}
