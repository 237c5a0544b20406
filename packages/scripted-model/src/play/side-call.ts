import { type Answer, say } from "../answer.ts";
import type { ModelRequest } from "../conversation.ts";
import { lastUserText } from "../last-user-text.ts";
import { sampleValue } from "../portable/fill-input.ts";
import { printScript } from "../script/print.ts";
import { wantsTools } from "../script/steps.ts";
import { findScript } from "./find-script.ts";
import { stepsLeft } from "./next-step.ts";

/** A request outside the conversation: a title, a summary, a health check. It uses no step of the script. */
export type SideCall = { readonly name: string; readonly answer: Answer };

const TITLE = "Scripted session";
const asking = "(?:generate|write|create|produce|suggest|give|output|return|extract|make)";
const asksForTitle = new RegExp(
  `\\btitle generator\\b|\\bnaming a (?:coding )?session\\b|\\b${asking}\\b[^.\\n]{0,80}\\b(?:title|topic|branch name)\\b`,
  "i",
);
const asksForSummary = new RegExp(
  `\\bsummari[sz](?:e|ing)\\b|\\b${asking}\\b[^.\\n]{0,80}\\bsummary\\b`,
  "i",
);

/** Side calls that arrive as the latest user text of the conversation, with all tools. */
const requests = {
  summary:
    /\b(?:detailed|structured|handoff|concise) summary\b|context checkpoint|summari[sz]e (?:the|this|our) conversation/i,
  title: /^\W*(?:generate|write|create) a (?:concise|short|brief)[^.\n]{0,60}\btitle\b/i,
  suggestion: /\bsuggest what the user might\b/i,
} as const;
/** This prompt quotes the first message, including its script. */
const titleOfQuoted = /^your task is to generate a very short title for a conversation\b/i;

export function sideCall(request: ModelRequest): SideCall | null {
  const { outputSchema, tools, system, maxTokens } = request;
  if (tools.length > 0) return sideCallWithTools(request);
  if (outputSchema !== null) return side("structured", JSON.stringify(titled(sampleValue(outputSchema))));
  if (maxTokens === 1) return { name: "probe", answer: { parts: [say(".")], stop: "max_tokens" } };
  const asked = `${system}\n${(lastUserText(request)?.text ?? "").replace(/\[\[[\s\S]*\]\]/g, "")}`;
  if (asksForTitle.test(asked)) return side("title", TITLE);
  if (asksForSummary.test(asked))
    return sideCallWithTools(request) ?? side("summary", "A scripted conversation.");
  const found = findScript(request);
  return found !== null && wantsTools(found.script) ? side("no tools", TITLE) : null;
}

function sideCallWithTools(request: ModelRequest): SideCall | null {
  const text = lastUserText(request)?.text ?? "";
  if (titleOfQuoted.test(text)) return side("title", TITLE);
  if (text.includes("[[")) return null;
  if (requests.title.test(text)) return side("title", TITLE);
  if (requests.suggestion.test(text)) return side("suggestion", "thanks");
  return requests.summary.test(text) ? summary(request) : null;
}

/** A summary that replaces the conversation includes the remaining steps. */
function summary(request: ModelRequest): SideCall {
  const found = findScript(request);
  const left = found === null ? "" : printScript({ steps: stepsLeft(found.script, found.answers) });
  return side("summary", `A scripted conversation.${left === "" ? "" : ` Remaining script: ${left}`}`);
}

function side(name: string, text: string): SideCall {
  return { name, answer: { parts: [say(text)] } };
}

/** Replaces sample texts in a structured answer with a title that people may see. */
function titled(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === "string" && inner.startsWith("scripted ") ? TITLE : inner,
  );
}
