import { z } from "zod";
import { LineSplitter } from "../../../process/split-lines.ts";
import { safeRead } from "../../../project/safe-read.ts";
import { limits } from "../limits.ts";
import { defineTool, failed, type ToolOutcome } from "../tool.ts";
import { imageType } from "./image-type.ts";

const input = z.object({
  file_path: z.string().min(1).describe("The file: an absolute path, or relative to the project."),
  offset: z.int().positive().optional().describe("The first line to read. Default: 1."),
  limit: z.int().positive().optional().describe(`The number of lines to read. Default: ${limits.readLines}.`),
});

export const read = defineTool<z.infer<typeof input>>({
  name: "Read",
  description:
    `Reads a file: up to ${limits.readLines} numbered lines, or an image (PNG, JPEG, GIF, WebP). ` +
    "Use offset and limit to read other parts of a long file. Use LS for folders.",
  input,
  effect: "read",
  run: async ({ file_path, offset = 1, limit = limits.readLines }, context) => {
    const place = await context.project.resolve(file_path);
    if (!place.ok) return failed(place.code, place.message);
    const found = await safeRead(context.project, place, limits.fileBytes);
    if (!found.ok) {
      const advice = found.code === "too_large" ? " Search it with Grep, or read a part with a command." : "";
      return failed(found.code, found.message + advice);
    }
    const { bytes } = found;
    const image = imageType(bytes);
    if (image !== null) return imageOutcome(place.shown, image, bytes);
    if (bytes.includes(0)) {
      return failed(
        "not_text",
        `${place.shown} is a binary file of ${bytes.length} bytes. Read supports only text and images.`,
      );
    }
    context.read.note(place.path, bytes);
    return numbered(place.shown, bytes, offset, Math.min(limit, limits.readLines));
  },
});

function imageOutcome(shown: string, mediaType: string, bytes: Buffer): ToolOutcome {
  if (bytes.length > limits.imageBytes) {
    return failed(
      "too_large",
      `${shown} has ${bytes.length} bytes. The limit for images is ${limits.imageBytes}.`,
    );
  }
  return {
    ok: true,
    text: `${shown} is an image (${mediaType}, ${bytes.length} bytes).`,
    content: [{ type: "image", mediaType, data: bytes.toString("base64") }],
  };
}

function numbered(shown: string, bytes: Buffer, offset: number, limit: number): ToolOutcome {
  const lines = linesOf(bytes);
  if (lines.length === 0) return { ok: true, text: `${shown} is empty.` };
  if (offset > lines.length) {
    return failed("bad_input", `${shown} has only ${lines.length} lines. Use a smaller offset.`);
  }
  const asked = lines.slice(offset - 1, offset - 1 + limit);
  const rows: string[] = [];
  let chars = 0;
  for (const [index, line] of asked.entries()) {
    const text = `${String(offset + index).padStart(6)}\t${line}`;
    chars += text.length + 1;
    if (chars > limits.readChars) break;
    rows.push(text);
  }
  const last = offset - 1 + rows.length;
  const more = last < lines.length ? `\n[Lines ${offset} to ${last} of ${lines.length}.]` : "";
  return { ok: true, text: rows.join("\n").toWellFormed() + more };
}

const mark = "\uFEFF";

function linesOf(bytes: Buffer): string[] {
  const splitter = new LineSplitter(limits.fileBytes, limits.fileBytes);
  const lines = [...splitter.push(bytes), ...splitter.end()].map(({ text }) => shortened(text));
  if (lines[0]?.startsWith(mark)) lines[0] = lines[0].slice(1);
  return lines;
}

function shortened(line: string): string {
  const more = line.length - limits.readLineChars;
  return more > 0 ? `${line.slice(0, limits.readLineChars)}[… ${more} more characters]` : line;
}
