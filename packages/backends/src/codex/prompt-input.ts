import type { Image } from "@polylog/core";
import { type Native, nameOf } from "../connection/native-value.ts";

/** A prompt in the program's format. */
export function promptInput(text: string, images: readonly Image[] = []): Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined ? [] : [{ type: "image", url: `data:${mediaType};base64,${data}` }],
  );
  return text === "" && shown.length > 0 ? shown : [...shown, { type: "text", text, text_elements: [] }];
}

/** The message to the agent after a person has decided on its plan. */
export function planReply(
  decision: "approve" | "reject" | "edit",
  plan: string | null,
  note?: string,
): string {
  const changed = plan === null || plan.trim() === "" ? null : plan;
  if (decision === "edit" && changed !== null) return `Implement this plan instead of yours:\n\n${changed}`;
  if (decision !== "reject") return "Implement the plan.";
  return ["I reject this plan. Do not implement it.", nameOf(note) ?? []].flat().join(" ");
}
