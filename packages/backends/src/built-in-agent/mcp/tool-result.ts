import { isTooDeep, type ToolContent } from "@polylog/core";
import { z } from "zod";
import type { ToolOutcome } from "../tools/tool.ts";
import { cleanLine } from "./clean-text.ts";
import { limits } from "./limits.ts";

/** A server's answer to a call. Parts are parsed one by one, so that an unknown part does not invalidate the others. */
export const callResult = z.looseObject({
  content: z.array(z.unknown()).optional(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

const resource = z.looseObject({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
});

const part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal("audio"), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal("resource"), resource }),
  z.looseObject({ type: z.literal("resource_link"), uri: z.string(), name: z.string().optional() }),
]);

type Part = z.infer<typeof part>;

/** A part's text for the model, and content for screens. */
interface Shown {
  readonly text: string;
  readonly content?: ToolContent;
}

/** One bounded outcome from all parts. */
export function outcomeOf(result: z.infer<typeof callResult>, clean: (text: string) => string): ToolOutcome {
  const room = { images: limits.images, links: limits.links };
  const shown = (result.content ?? []).map((value) => show(value, room));
  const texts = shown.map(({ text }) => text).filter((text) => text !== "");
  // Servers repeat structured content as text for clients that do not support it.
  if (texts.length === 0 && result.structuredContent !== undefined)
    texts.push(json(result.structuredContent));
  const whole = clean(texts.join("\n"));
  const content = shown.flatMap(({ content }) => (content === undefined ? [] : [content]));
  const failed = result.isError === true;
  return {
    ok: !failed,
    text: bounded(whole, failed),
    ...(failed ? { code: "tool_failed" } : {}),
    ...(content.length > 0 ? { content } : {}),
    ...(whole.length > limits.resultChars ? { totalChars: whole.length } : {}),
  };
}

function bounded(whole: string, failed: boolean): string {
  if (whole === "")
    return failed ? "The tool failed without an error message." : "The tool returned no content.";
  if (whole.length <= limits.resultChars) return whole;
  const head = whole.slice(0, limits.resultChars).replace(/[\ud800-\udbff]$/, "");
  return `${head}\n[truncated: first ${limits.resultChars} of ${whole.length} characters]`;
}

function show(value: unknown, room: { images: number; links: number }): Shown {
  const parsed = part.safeParse(value);
  if (!parsed.success) return { text: `[unreadable content: ${kindOf(value)}]` };
  return showPart(parsed.data, room);
}

function showPart(part: Part, room: { images: number; links: number }): Shown {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "image":
      return image(part.mimeType, part.data, room);
    case "audio":
      return { text: `[audio, ${cleanLine(part.mimeType, 60)}, not supported]` };
    case "resource_link": {
      const uri = cleanLine(part.uri, 2048);
      const title = part.name === undefined ? {} : { title: cleanLine(part.name, 200) };
      const text = part.name === undefined ? uri : `${title.title}: ${uri}`;
      return room.links-- > 0 ? { text, content: { type: "link", uri, ...title } } : { text };
    }
    case "resource": {
      const { uri, mimeType = "", text, blob = "" } = part.resource;
      const name = cleanLine(uri, 2048);
      if (text !== undefined) return { text: `${name}:\n${text}` };
      if (mimeType.startsWith("image/")) return image(mimeType, blob, room);
      return { text: `[${name}, ${cleanLine(mimeType, 60) || "unknown type"}, not text]` };
    }
  }
}

/** Types that models and browsers support. SVG is excluded because it can contain scripts. */
const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function image(mediaType: string, data: string, room: { images: number }): Shown {
  const type = mediaType.toLowerCase();
  if (!imageTypes.has(type)) return { text: `[image of type ${cleanLine(mediaType, 60)}, not supported]` };
  if (data.length > limits.imageChars) return { text: "[image is too large]" };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return { text: "[image is not valid base64]" };
  if (room.images-- <= 0) return { text: "[image not shown: too many images]" };
  return { text: "", content: { type: "image", mediaType: type, data } };
}

function json(value: unknown): string {
  return isTooDeep(value) ? "[structured content is nested too deeply]" : JSON.stringify(value, null, 2);
}

function kindOf(value: unknown): string {
  const type = (value as { type?: unknown } | null)?.type;
  return typeof type === "string" ? cleanLine(type, 60) : typeof value;
}
