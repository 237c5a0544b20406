import type { ToolContent } from "@polylog/core";
import type { FileFailure } from "../../../project/file-failure.ts";
import type { Place } from "../../../project/project-folder.ts";
import { type FileContent, safeRead } from "../../../project/safe-read.ts";
import { safeWrite } from "../../../project/safe-write.ts";
import { limits } from "../limits.ts";
import { failed, type ToolContext, type ToolOutcome } from "../tool.ts";
import { readText, type TextFile, writeText } from "./text-file.ts";

/** Computes a file's new content. `old` is null if the file does not exist. */
export type Change = (old: TextFile | null) => ChangedText;

export type ChangedText =
  | { readonly ok: true; readonly text: string; readonly say: (shown: string) => string }
  | { readonly ok: false; readonly code: string; readonly message: string };

const newFile: TextFile = { text: "", hasMark: false, lineEnd: "\n" };

/**
 * All tools change files through this function: only files that the agent has seen unchanged, completely or not at all.
 */
export async function changeFile(given: string, context: ToolContext, change: Change): Promise<ToolOutcome> {
  const place = await context.project.resolve(given);
  if (!place.ok) return failed(place.code, place.message);
  return context.read.inTurn(place.path, () => changeAt(place, context, change));
}

async function changeAt(place: Place, context: ToolContext, change: Change): Promise<ToolOutcome> {
  const { project, read } = context;
  if (context.signal.aborted) return failed("cancelled", "Nothing was written.");
  const found = await safeRead(project, place, limits.fileBytes);
  if (!found.ok && found.code !== "not_found") return failed(found.code, found.message);
  const old = found.ok ? knownText(place, found, context) : null;
  if (old !== null && "code" in old) return failed(old.code, old.message);
  const changed = change(old);
  if (!changed.ok) return failed(changed.code, changed.message);
  const bytes = writeText(old ?? newFile, changed.text);
  if (bytes.length > limits.fileBytes) {
    return failed(
      "too_large",
      `${place.shown} would have ${bytes.length} bytes. The limit is ${limits.fileBytes}.`,
    );
  }
  const written = await safeWrite(project, place, bytes, found.ok ? found.state : null);
  if (!written.ok) return failed(written.code, written.message);
  read.note(place.path, bytes);
  return {
    ok: true,
    text: changed.say(place.shown),
    content: diffContent(place.shown, old?.text ?? "", changed.text),
  };
}

function knownText(place: Place, found: FileContent, { read }: ToolContext): TextFile | FileFailure {
  const known = read.compare(place.path, found.bytes);
  if (known === "unread") return refusal("not_read", `Read ${place.shown} before you change it.`);
  if (known === "changed") {
    return refusal("changed_on_disk", `${place.shown} has changed since you read it. Read it again.`);
  }
  return (
    readText(found.bytes) ??
    refusal("not_text", `${place.shown} is not UTF-8 text. Change it with a command instead.`)
  );
}

function refusal(code: string, message: string): FileFailure {
  return { ok: false, code, message };
}

/** Omitted if it is too large for the log; the call's input still shows the requested change. */
function diffContent(path: string, oldText: string, newText: string): ToolContent[] {
  if (Math.max(oldText.length, newText.length) > limits.diffChars || oldText === newText) return [];
  return [{ type: "diff", path, oldText, newText }];
}
