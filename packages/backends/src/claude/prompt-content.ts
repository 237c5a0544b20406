import type { Prompt } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";

/** A prompt as the program takes it: plain text, or parts where there are images. */
export function promptContent({ text, images }: Prompt): string | readonly Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined ? [] : [{ type: "image", source: { type: "base64", media_type: mediaType, data } }],
  );
  if (shown.length === 0) return text;
  return text === "" ? shown : [...shown, { type: "text", text }];
}
