import type { ToolCallEntry } from "../../events/tool.ts";

/** A call's output so far, or its final output. Empty if the output is only the reason for its failure. */
export function outputOf(call: ToolCallEntry): string {
  const text = printedBy(call);
  return call.error !== null && call.error.message === text ? "" : text;
}

/** Like `outputOf`, but includes the text of a failure. */
export function printedBy(call: ToolCallEntry): string {
  return call.result || call.output.toString() || contentText(call);
}

export function contentText(call: ToolCallEntry): string {
  const texts = call.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return texts.map(withoutFence).join("\n");
}

/** ACP agents put output in code fences, for clients that only support Markdown. */
function withoutFence(text: string): string {
  const open = /^```[\w-]*\n/.exec(text.slice(0, 40));
  const close = /\n```\s*$/.exec(text.slice(-10));
  if (open === null || close === null) return text;
  return text.slice(open[0].length, text.length - close[0].length);
}
