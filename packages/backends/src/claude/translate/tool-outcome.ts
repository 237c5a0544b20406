import { defined, type EventBody, type ToolContent } from "@polylog/core";
import { diffContent, type Hunk } from "../../connection/diff-content.ts";
import type { Native } from "../../connection/native-value.ts";
import {
  contentText,
  countOf,
  nameOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
} from "../../connection/native-value.ts";

/** Claude Code's text for its model if a person stopped a call, or denied it on the program's own screen. */
export const rejectionWords =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|\[Request interrupted by user|Tool permission request failed: .{0,40}\baborted)/;

/** A call's outcome as a person should see it: the program also adds text for the model alone. */

type Outcome = Pick<
  Extract<EventBody, { type: "tool_result" }>,
  "ok" | "result" | "error" | "content" | "exitCode"
>;

export interface ReturnedCall {
  readonly callId: string;
  /** The message that the program received with the denial. */
  readonly denial: string | null;
  /** The content block for the model. */
  readonly result: Native;
  /** The whole line, which also has the program's own data about the result. */
  readonly line: Native;
}

export function outcomeOf({ callId, denial, result, line }: ReturnedCall): Outcome {
  const text = contentText(result.content);
  const known = recordOf(line.tool_use_result);
  if (result.is_error !== true) {
    const shown = shownText(text, known);
    const content = [...imagesOf(result.content), ...differencesOf(known)];
    return {
      ok: true,
      ...defined({ result: shown }),
      ...(content.length === 0 ? {} : { content }),
    };
  }
  const code = failureCode(callId, text, line);
  const said = denial ?? noteIn(text);
  if (said !== null || code === "permission_denied") return failed("permission_denied", said ?? text);
  if (code === "tool_interrupted") return failed(code, "Stopped before it finished.");
  const exitCode = /^Exit code (\d{1,9})\b/.exec(text)?.[1];
  return {
    ...failed("tool_error", text),
    result: text,
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}

function failed(code: string, message: string): Outcome {
  return { ok: false, error: { code, message } };
}

/** Why a call did not succeed: it failed, was denied, or was stopped. Older versions report that only as text. */
function failureCode(callId: string, text: string, line: Native): string {
  const meta = recordsOf(line.tool_result_meta).find(({ id }) => id === callId);
  if (meta?.non_execution_kind === "user-rejected") return "tool_interrupted";
  const { decision } = recordOf(meta?.permission_decision);
  if (decision === "reject" || meta?.non_execution_kind === "permission-rule") return "permission_denied";
  return rejectionWords.test(text) ? "tool_interrupted" : "tool_error";
}

function noteIn(text: string): string | null {
  if (!rejectionWords.test(text)) return null;
  const said = /\bthe user said:\s*(\S[\s\S]*)$/.exec(text)?.[1];
  return said === undefined ? null : said.trim();
}

/** Null if there is no text to show. */
function shownText(text: string, known: Native): string | null {
  if (known.isAsync === true || known.status === "async_launched") return null;
  if (/^\(\w+ completed with no output\)$/.test(text)) return "";
  const code = countOf(known.code);
  const bytes = countOf(known.bytes);
  if (code !== null && bytes !== null) {
    const status = [code, nameOf(known.codeText)].filter((part) => part !== null).join(" ");
    return `HTTP ${status}, ${bytes} bytes\n${text}`;
  }
  if (known.status === "completed" && nameOf(known.agentId) !== null) return reportIn(known);
  return text.replace(/ \(file state is current in your context[^)]*\)$/, "");
}

/** A subagent's report without the notes around it. */
function reportIn(known: Native): string {
  const parts = recordsOf(known.content).flatMap(({ text }) => textOf(text) ?? []);
  const notes = countOf(known.harnessNoteCount) ?? 0;
  const after = countOf(known.harnessTailCount) ?? 0;
  return parts.slice(notes, parts.length - after).join("\n");
}

function differencesOf(known: Native): ToolContent[] {
  const path = nameOf(known.filePath);
  if (path === null) return [];
  const hunks = recordsOf(known.structuredPatch).flatMap(({ oldStart, newStart, lines }): Hunk[] => {
    const [from, to] = [countOf(oldStart), countOf(newStart)];
    return from === null || to === null ? [] : [{ oldStart: from, newStart: to, lines: textsOf(lines) }];
  });
  return diffContent(path, hunks);
}

function imagesOf(content: unknown): ToolContent[] {
  return recordsOf(content).flatMap((part) => {
    const source = recordOf(part.source);
    const mediaType = nameOf(source.media_type);
    const data = nameOf(source.data);
    return part.type === "image" && mediaType !== null && data !== null
      ? [{ type: "image" as const, mediaType, data }]
      : [];
  });
}
