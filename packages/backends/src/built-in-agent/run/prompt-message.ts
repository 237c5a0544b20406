import type { Prompt } from "@polylog/core";
import { imagePart } from "../history/history.ts";
import { MessageList } from "../history/message-list.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import type { ModelMessage } from "../model/types.ts";
import { readCommand } from "../slash-commands.ts";
import type { RunScope } from "./run-scope.ts";

/** A prompt as it is sent to the model: the typed text, followed by its expanded command or mentioned files. */
export async function promptMessage(
  scope: RunScope,
  prompt: Prompt,
  instructions: Pick<Instructions, "commands" | "expand">,
): Promise<ModelMessage> {
  const { text: typed, images: given } = prompt;
  const command = readCommand(typed, instructions.commands);
  const { text, images, notices } =
    command?.name === "init"
      ? { text: command.prompt, images: [], notices: [] }
      : await instructions.expand(typed);
  for (const notice of notices) await scope.notice(notice);
  const added = addedTo(typed, text);
  const list = new MessageList();
  list.user([...given.map(imagePart), { type: "text", text: typed }]);
  if (added !== "" || images.length > 0) {
    // Recorded in the log so that later runs see the same, even if the files change.
    const shown = images.length === 0 ? {} : { images: [...images] };
    await scope.emit({ type: "user_message", text: added, ...shown, hidden: true, ...scope.runRef });
    list.user([...images.map(imagePart), { type: "text", text: added }]);
  }
  return list.toArray()[0] ?? { role: "user", content: [{ type: "text", text: "(nothing)" }] };
}

function addedTo(typed: string, text: string): string {
  if (text.startsWith(typed)) return text.slice(typed.length).trimStart();
  return `[${typed.trim().split(/\s/, 1)[0]} expands to:]\n\n${text}`;
}
