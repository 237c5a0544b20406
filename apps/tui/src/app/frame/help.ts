import { keyHelp } from "@polylog/core";
import type { RenderContext } from "../../render/context.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";

/** The help page: every key of the terminal by where it applies, then the commands. */
export function helpLines(
  commands: readonly { readonly name: string; readonly about: string }[],
  { theme, width }: RenderContext,
): Line[] {
  const wide = Math.min(30, Math.floor(width / 2));
  const row = (key: string, about: string): Line[] => [
    // A key that is too long for the column gets its own line.
    ...(key.length < wide ? [] : [lineOf(key, theme.accent)]),
    ...wrapLine(lineOf(about), width, {
      first: [span((key.length < wide ? key : "").padEnd(wide), theme.accent)],
      rest: [span(" ".repeat(wide))],
    }),
  ];
  const groups = [
    ...keyHelp("terminal").map(({ heading, rows }) => ({
      heading,
      lines: rows.flatMap(({ keys, help }) => row(keys.map(keyLabel).join(", "), help)),
    })),
    { heading: "Commands", lines: commands.flatMap(({ name, about }) => row(`/${name}`, about)) },
  ];
  return groups.flatMap(({ heading, lines }, index) => [
    ...(index === 0 ? [] : [[]]),
    lineOf(heading, theme.strong),
    ...lines,
  ]);
}

/** "Ctrl+C Ctrl+C" reads better as "Ctrl+C twice". */
export function keyLabel(key: string): string {
  const [first = "", second] = key.split(" ");
  return first === second && first.includes("+") ? `${first} twice` : key;
}
