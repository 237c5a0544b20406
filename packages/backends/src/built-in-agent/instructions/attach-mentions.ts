import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Image } from "@polylog/core";
import type { Place, ProjectFolder } from "../../project/project-folder.ts";
import { inFolder } from "../../project/safe-open.ts";
import { withFile } from "../../project/safe-read.ts";
import { displayName } from "../tools/display-name.ts";
import { imageType } from "../tools/files/image-type.ts";
import { limits } from "./limits.ts";
import type { Mention } from "./mentions.ts";

export interface Attachments {
  readonly blocks: readonly string[];
  readonly images: readonly Image[];
  readonly notices: readonly string[];
}

type Attachment =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "image"; readonly image: Image }
  | { readonly kind: "notice"; readonly notice: string };

/**
 * Attaches the mentioned files that the project has. A path that does not exist is not a mention and gives no notice.
 */
export async function attach(project: ProjectFolder, mentions: readonly Mention[]): Promise<Attachments> {
  const blocks: string[] = [];
  const images: Image[] = [];
  const notices: string[] = [];
  const seen = new Set<string>();
  let room: number = limits.allAttachedChars;
  for (const { candidates } of mentions.slice(0, limits.mentions)) {
    const found = await firstExisting(project, candidates);
    if (found === null) continue;
    if ("notice" in found) {
      notices.push(found.notice);
      continue;
    }
    const { place, attachment } = found;
    if (seen.has(place.path)) continue;
    seen.add(place.path);
    const shown = displayName(place.shown);
    if (seen.size > limits.attachments) {
      notices.push(`${shown} was not attached: a message can have ${limits.attachments} attachments.`);
    } else if (attachment.kind === "notice") notices.push(`${shown} ${attachment.notice}`);
    else if (attachment.kind === "image") images.push(attachment.image);
    else {
      const kept = attachment.text.slice(0, Math.min(limits.attachedChars, room)).toWellFormed();
      const isCut = attachment.isCut || kept.length < attachment.text.length;
      room -= kept.length;
      if (isCut)
        notices.push(`${shown} is too long: only its first ${kept.length} characters were attached.`);
      blocks.push(block(shown, kept, isCut));
    }
  }
  if (mentions.length > limits.mentions) {
    notices.push(`Only the first ${limits.mentions} mentions in the message were checked.`);
  }
  return { blocks, images, notices };
}

type MentionTarget = { readonly place: Place; readonly attachment: Attachment } | { readonly notice: string };

async function firstExisting(
  project: ProjectFolder,
  candidates: readonly string[],
): Promise<MentionTarget | null> {
  for (const candidate of candidates) {
    const place = await project.resolve(candidate);
    if (place.ok) {
      const attachment = await look(project, place);
      if (attachment !== null) return { place, attachment };
    } else if (place.code === "outside_project" && !path.isAbsolute(candidate)) {
      // Do not reveal whether a file outside the project exists.
      return { notice: `${displayName(candidate)} was not attached: it is outside the project.` };
    }
  }
  return null;
}

async function look(project: ProjectFolder, place: Place): Promise<Attachment | null> {
  const read = await withFile(project, place, async (file) => {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, limits.imageBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return { ok: true, bytes: bytes.subarray(0, bytesRead), size } as const;
  });
  if (read.ok) return attachmentOf(place, read.bytes, read.size);
  if (read.code === "is_folder") return listing(project, place);
  if (read.code === "not_found" || read.code === "bad_path") return null;
  return { kind: "notice", notice: "was not attached: it cannot be read." };
}

function attachmentOf(place: Place, bytes: Buffer, size: number): Attachment {
  const mediaType = imageType(bytes);
  if (mediaType !== null && size > bytes.length) {
    return {
      kind: "notice",
      notice: `was not attached: the image has ${size} bytes, and the limit is ${limits.imageBytes}.`,
    };
  }
  if (mediaType !== null) {
    const name = path.basename(place.path);
    return { kind: "image", image: { mediaType, data: bytes.toString("base64"), name } };
  }
  const head = bytes.subarray(0, limits.fileBytes);
  if (head.includes(0))
    return { kind: "notice", notice: "was not attached: it is neither text nor an image." };
  return { kind: "text", text: new TextDecoder().decode(head), isCut: size > head.length };
}

async function listing(project: ProjectFolder, place: Place): Promise<Attachment> {
  try {
    const entries = await inFolder(project, place.path, (folder) => readdir(folder, { withFileTypes: true }));
    const names = entries.map((entry) => displayName(entry.name) + (entry.isDirectory() ? "/" : "")).sort();
    const shown = names.slice(0, limits.folderEntries);
    const rest = names.length - shown.length;
    const lines = rest > 0 ? [...shown, `and ${rest} more`] : shown;
    return { kind: "text", text: lines.join("\n"), isCut: false };
  } catch {
    // Reported to the user as a notice.
    return { kind: "notice", notice: "was not attached: the folder cannot be listed." };
  }
}

/** The fence has more backticks than any row in the text, so the text cannot close the block. */
function block(shown: string, text: string, isCut: boolean): string {
  let longest = 2;
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length);
  const fence = "`".repeat(longest + 1);
  const end = text.endsWith("\n") || text === "" ? "" : "\n";
  return `Attached: ${shown}${isCut ? " (beginning only)" : ""}\n${fence}\n${text}${end}${fence}`;
}
