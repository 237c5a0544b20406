import { limits } from "../../limits.ts";
import { cleanText } from "../../safe/clean-text.ts";
import { type Line, lineOf } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";
import { indented, narrowed, type RenderContext } from "../context.ts";

/** Code, indented by two columns and without a frame so that it can be copied. */
export function codeLines(code: string, language: string | null, context: RenderContext): Line[] {
  return indented(plainCode(code, language, narrowed(context, 2)));
}

/** Code that is already indented. */
export function plainCode(code: string, language: string | null, context: RenderContext): Line[] {
  const { width, highlight, theme } = context;
  const text = cleanText(code).replace(/\n+$/, "");
  const colored = text.length <= limits.highlightChars ? highlight(text, language) : null;
  const lines = colored ?? text.split("\n").map((line) => lineOf(line, theme.text));
  return lines.flatMap((line) => (line.length === 0 ? [line] : wrapLine(line, width, { hard: true })));
}
