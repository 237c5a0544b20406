import type { ToolCallEntry } from "../../events/tool.ts";

/** What a call printed or answered, so far or in the end. Empty where that is just why it failed. */
export function outputOf(call: ToolCallEntry): string {
  const text = printedBy(call);
  return call.error !== null && call.error.message === text ? "" : text;
}

/** As `outputOf`, with the text of a failure too. */
export function printedBy(call: ToolCallEntry): string {
  return call.result || call.output.toString() || contentText(call);
}

export function contentText(call: ToolCallEntry): string {
  const texts = call.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return texts.map(withoutFence).join("\n");
}

/** ACP agents put output between fences, for clients that know only Markdown. */
function withoutFence(text: string): string {
  const open = /^```[\w-]*\n/.exec(text.slice(0, 40));
  const close = /\n```\s*$/.exec(text.slice(-10));
  if (open === null || close === null) return text;
  return text.slice(open[0].length, text.length - close[0].length);
}
