import type { Prompt } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";

/** A prompt as agents take it. Images only where the agent takes them. */
export function promptContent(
  { text, images }: Pick<Prompt, "text" | "images">,
  takesImages: boolean,
): Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined || !takesImages ? [] : [{ type: "image", data, mimeType: mediaType }],
  );
  return text === "" && shown.length > 0 ? shown : [{ type: "text", text }, ...shown];
}
