import type { Image } from "@polylog/core";
import { limits } from "./limits.ts";

/** Reads pasted, dropped or chosen images. Files that are not images, or too large, are reported. */
export async function readImages(
  files: readonly File[],
  room: number,
): Promise<{ readonly images: readonly Image[]; readonly refused: string | null }> {
  const images: Image[] = [];
  let refused: string | null = null;
  for (const file of files) {
    if (!file.type.startsWith("image/")) refused = `${file.name || "This"} is not an image.`;
    else if (file.size > limits.imageBytes)
      refused = `${file.name || "The image"} is larger than ${limits.imageBytes / 1024 / 1024} MB.`;
    else if (images.length >= room) refused = `A message can have up to ${limits.images} images.`;
    else images.push({ mediaType: file.type, data: await base64Of(file), name: file.name || "Image" });
  }
  return { images, refused };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("The image could not be read."));
    reader.readAsDataURL(file);
  });
}
