import { type EventBody, isTooDeep } from "@polylog/core";
import { limits } from "../limits.ts";

/**
 * The size limits of an agent's events. The conversation itself is never truncated: answers, thoughts and messages. A
 * stream's delta that is too long is split. Every other text is truncated.
 */

type Delta = Extract<
  EventBody,
  { type: "text_delta" | "thinking_delta" | "tool_output_delta" | "tool_input_delta" }
>;

const neverLarge = new Set(["text_done", "thinking_done", "user_message"]);

/** Whether the event exceeds the limits of the log. */
export function isLarge(body: EventBody): boolean {
  if (neverLarge.has(body.type)) return false;
  if (isDelta(body)) return body.delta.length > limits.textChars;
  if ("error" in body && (body.error?.message.length ?? 0) > limits.messageChars) return true;
  const { text, event } = boundsOf(body);
  return charsIn(body, text, event) > event;
}

/** Splits a delta that is too long. */
export function splitDelta(body: Delta): Delta[] {
  const pieces: Delta[] = [];
  let at = 0;
  while (at < body.delta.length) {
    const delta = beginning(body.delta.slice(at, at + limits.textChars + 1), limits.textChars);
    // Only the first piece resets the output.
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

/** The event with its texts truncated. */
export function cutTexts<B extends EventBody>(body: B): B {
  if (isTooDeep(body)) return body;
  const bounds = boundsOf(body);
  const cutter = new Cutter(bounds.text, bounds.event);
  const short =
    "error" in body && body.error !== undefined ? { ...body, error: shortened(body.error) } : body;
  return cutter.cut(short) as B;
}

/** Space for the note about the omitted rest. Shorter texts are never truncated. */
const WORD = 48;

/** The beginning of a text, with a note about the omitted rest. */
function shorten(text: string, most: number): string {
  if (text.length <= Math.max(most, WORD)) return text;
  const kept = beginning(text, Math.max(0, most - WORD));
  return `${kept}… (${(text.length - kept.length).toLocaleString("en-US")} more characters)`;
}

export function shortened<E extends { readonly message: string }>(error: E): E {
  return { ...error, message: shorten(error.message, limits.messageChars) };
}

/** Up to `most` characters, without splitting a character. */
export function beginning(text: string, most: number): string {
  const kept = text.slice(0, most);
  return kept.length < text.length && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}

/** A person who is asked for permission sees exactly what will run, up to a readable length. */
function boundsOf({ type }: EventBody): { text: number; event: number } {
  return type === "permission_request"
    ? { text: limits.askChars, event: limits.askChars }
    : { text: limits.textChars, event: limits.eventChars };
}

/** The approximate length of the value's JSON. More than `most` if a text is too long. Images count separately. */
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

/** Events have fewer fields, so an object with this many is a map. */
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

  /** Short values first: names and numbers stay complete, and the long texts share the remaining space. */
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

  /** An incomplete image is useless, so it is dropped. */
  private image({ data, ...rest }: { readonly data: string }): object {
    if (data.length > this.images) return rest;
    this.images -= data.length;
    return { ...rest, data };
  }
}
