/**
 * The marks of a formula inside a code span, which Markdown leaves unchanged. They are from the private use area, so
 * no real text contains them.
 */
export const mathMarks = { inline: "\ue010", display: "\ue011" } as const;

const marks = /[\ue010\ue011]/g;
const codeSpans = /(`+)[^`](?:[\s\S]*?[^`])?\1(?!`)/g;
/**
 * `$$…$$`, `\[…\]`, `\(…\)`, and `$…$` if it is neither a price nor a variable: no space inside the signs, no letter
 * or digit around them.
 */
const formulas =
  /\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|(?<![\\$\w])\$(?=[^\s$])((?:\\.|[^\\$\n])*?[^\s\\$])\$(?![\w$])/g;

/** Markdown with its formulas as marked code spans. Code does not change. */
export function markMath(text: string): string {
  if (!text.includes("$") && !/\\[[(]/.test(text)) return text;
  let marked = "";
  let at = 0;
  for (const { 0: code, index } of text.matchAll(codeSpans)) {
    marked += markFormulas(text.slice(at, index)) + code;
    at = index + code.length;
  }
  return marked + markFormulas(text.slice(at));
}

function markFormulas(text: string): string {
  return text
    .replace(marks, "")
    .replace(
      formulas,
      (whole, dollars?: string, brackets?: string, parentheses?: string, single?: string) => {
        const display = dollars ?? brackets;
        const formula = (display ?? parentheses ?? single ?? "").trim().replace(/\s+/g, " ");
        // The fence of a code span must not occur in the formula.
        if (formula === "" || formula.includes("`")) return whole;
        return `\`${display === undefined ? mathMarks.inline : mathMarks.display}${formula}\``;
      },
    );
}
