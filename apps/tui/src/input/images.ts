import { readFileSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Image } from "@polylog/core";
import { limits } from "../limits.ts";

const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
};

/** The path of an image that was dropped on the terminal; null if the text is not such a path. */
export function imageAt(pasted: string, folder: string): Image | null {
  const name = pasted
    .trim()
    .replace(/^file:\/\//, "")
    .replace(/^(['"])(.*)\1$/, "$2")
    .replace(/\\ /g, " ");
  const mediaType = types[path.extname(name).toLowerCase()];
  if (mediaType === undefined || name.includes("\n")) return null;
  const file = path.resolve(folder, name.replace(/^~(?=\/)/, os.homedir()));
  try {
    if (statSync(file).size > limits.imageBytes) return null;
    return { mediaType, data: readFileSync(file).toString("base64"), name: path.basename(file) };
  } catch {
    // If the file cannot be read, the pasted text stays.
    return null;
  }
}
