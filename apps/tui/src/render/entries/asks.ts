import type { AskEntry, EntryKinds } from "@polylog/core";
import { actorLabel, describeAsk, entryLine } from "@polylog/core";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, type Style, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";
import { checklistLines } from "../blocks/checklist.ts";
import { joinSpans, narrowed, type RenderContext } from "../context.ts";
import { below, withHead } from "../head.ts";
import { markdownLines } from "../markdown/markdown.ts";

/** The outcome of an ask: one line with the answer and who gave it. An open ask is shown at the bottom instead. */

export function permissionLines(entry: EntryKinds["permission"], context: RenderContext): Line[] {
  const { live, optionId, note } = entry;
  if (live) return [];
  const { title, choices } = describeAsk(entry, { conversation: context.conversation });
  const chosen = choices.find(({ option }) => option.optionId === optionId);
  const { theme } = context;
  return answeredLines(entry, context, {
    style: chosen === undefined ? theme.quiet : chosen.effect === "allow" ? theme.done : theme.failed,
    what: unanswered(entry) ?? chosen?.label ?? "Not answered",
    about: title,
    note,
  });
}

export function questionLines(entry: EntryKinds["question"], context: RenderContext): Line[] {
  if (entry.live) return [];
  const said = entry.answers.map(({ answer }) => [answer].flat().join(", ")).join("; ");
  return answeredLines(entry, context, {
    style: said === "" ? context.theme.quiet : context.theme.done,
    what: unanswered(entry) ?? (said === "" ? "Not answered" : said),
    about: entry.questions.map(({ question }) => question).join(` ${context.glyphs.separator} `),
    note: null,
  });
}

export function planLines(entry: EntryKinds["plan"], context: RenderContext): Line[] {
  const { live, awaitsApproval, text, editedPlan, items, decision, note } = entry;
  if (live) return [];
  const { theme } = context;
  const inner = narrowed(context, 4);
  const plan = [
    ...((editedPlan ?? text) === null ? [] : markdownLines(editedPlan ?? text ?? "", inner)),
    ...checklistLines(items, inner),
  ];
  const head = awaitsApproval
    ? answeredLines(entry, context, {
        style: decision === null ? theme.quiet : decision === "reject" ? theme.failed : theme.done,
        what: unanswered(entry) ?? entryLine(entry).text,
        about: "",
        note,
      })
    : withHead({ glyph: context.glyphs.tool, word: "Plan", style: theme.done }, context, () => [
        lineOf(entryLine(entry).text),
      ]);
  return [
    ...head,
    ...below(plan, context).map((line): Line => (line.length === 0 ? line : [span("  "), ...line])),
  ];
}

interface Answered {
  readonly style: Style;
  readonly what: string;
  readonly about: string;
  readonly note: string | null;
}

function answeredLines(
  entry: AskEntry,
  context: RenderContext,
  { style, what, about, note }: Answered,
): Line[] {
  const { theme, glyphs, expanded } = context;
  const parts = [
    lineOf(cleanLine(what), style),
    lineOf(cleanLine(about)),
    lineOf(byOf(entry, expanded), theme.quiet),
    note === null || note === "" ? null : lineOf(`“${cleanLine(note)}”`, theme.quiet),
  ];
  return withHead({ glyph: glyphs.ask, word: "Ask", style }, context, ({ width }) =>
    wrapLine(joinSpans(parts, span(` ${glyphs.separator} `, theme.quiet)), width),
  );
}

function byOf({ answer }: AskEntry, expanded: boolean): string {
  if (answer?.by == null) return "";
  const { kind, name, id } = answer.by;
  if (kind === "rule") return cleanLine(`by rule (${name ?? id ?? "custom"})`);
  return cleanLine(`by ${expanded ? actorLabel(answer.by) : (name ?? id ?? kind)}`);
}

/** Why the ask has no answer, if it has none. */
function unanswered({ answer, endedBy }: AskEntry): string | null {
  if (answer?.outcome === "expired") return "Expired: the agent was stopped";
  if (answer?.outcome === "cancelled") return "Cancelled";
  return answer === null && endedBy !== null ? "Cancelled" : null;
}
