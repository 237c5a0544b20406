import type { Image } from "@polylog/core";
import { limits } from "./limits.ts";

/** Reads pictures that were pasted, dropped or chosen. What is no picture, or too large, is told. */
export async function readImages(
  files: readonly File[],
  room: number,
): Promise<{ readonly images: readonly Image[]; readonly refused: string | null }> {
  const images: Image[] = [];
  let refused: string | null = null;
  for (const file of files) {
    if (!file.type.startsWith("image/")) refused = `${file.name || "This"} is no picture.`;
    else if (file.size > limits.imageBytes)
      refused = `${file.name || "The picture"} is larger than ${limits.imageBytes / 1024 / 1024} MB.`;
    else if (images.length >= room) refused = `A message holds at most ${limits.images} pictures.`;
    else images.push({ mediaType: file.type, data: await base64Of(file), name: file.name || "Image" });
  }
  return { images, refused };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("The picture cannot be read."));
    reader.readAsDataURL(file);
  });
}
