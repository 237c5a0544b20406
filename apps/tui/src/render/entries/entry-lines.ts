import type { Entry, EntryKind, EntryKinds } from "@polylog/core";
import { followText } from "@polylog/core";
import type { Line } from "../../text/style.ts";
import type { RenderContext } from "../context.ts";
import { withHead } from "../head.ts";
import { piecesLines } from "../markdown/markdown.ts";
import { permissionLines, planLines, questionLines } from "./asks.ts";
import { assistantHead, hasNothingToShow, messageMarks, userMessageLines } from "./message.ts";
import {
  changeReportLines,
  errorLines,
  exchangeLines,
  finalizeLines,
  interruptLines,
  noticeLines,
  rawLines,
  subagentEntryLines,
} from "./notices.ts";
import { thoughtLines } from "./thought.ts";
import { toolCallLines } from "./tool-call.ts";

type Renderers = { readonly [K in EntryKind]: (entry: EntryKinds[K], context: RenderContext) => Line[] };

/** One renderer per kind of entry. The compiler reports a missing one. */
const renderers = {
  message: messageLines,
  thought: thoughtLines,
  tool_call: toolCallLines,
  permission: permissionLines,
  question: questionLines,
  plan: planLines,
  subagent: subagentEntryLines,
  exchange: exchangeLines,
  callback: exchangeLines,
  meta: () => [],
  mode_change: noticeLines,
  model_change: noticeLines,
  checkpoint: noticeLines,
  change_report: changeReportLines,
  finalize: finalizeLines,
  idle_prompt: noticeLines,
  fallback: noticeLines,
  retry: noticeLines,
  compaction: noticeLines,
  notice: noticeLines,
  interrupt: interruptLines,
  error: errorLines,
  raw: rawLines,
  opaque: rawLines,
  late: rawLines,
} satisfies Renderers;

export function entryLines(entry: Entry, context: RenderContext): Line[] {
  return (renderers[entry.kind] as (entry: Entry, context: RenderContext) => Line[])(entry, context);
}

/** Draws a complete message. While it streams, the transcript draws the same lines piece by piece. */
function messageLines(entry: EntryKinds["message"], context: RenderContext): Line[] {
  if (entry.role === "user") return userMessageLines(entry, context);
  const { pieces } = followText(null, entry.body, false).state;
  if (hasNothingToShow(entry, context)) return [];
  return withHead(assistantHead(entry, context), context, (inner) => [
    ...piecesLines(pieces.slice(), inner),
    ...messageMarks(entry, inner),
  ]);
}
