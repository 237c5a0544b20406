/** Whether the terminal's background is light, from its answer to OSC 11 or from `COLORFGBG`. */
export type Background = "light" | "dark";

/** Queries the background. The report after it, which every terminal sends, ends the wait. */
export const askBackground = "\x1b]11;?\x1b\\\x1b[c";

export function isEndOfAnswers(answer: string): boolean {
  return /^\?[\d;]*c$/.test(answer);
}

/** `11;rgb:ffff/ffff/ffff`, with one to four digits for each part. */
export function backgroundOf(answer: string): Background | null {
  const match = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(answer);
  if (match === null) return null;
  const [red, green, blue] = match
    .slice(1)
    .map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? "light" : "dark";
}

/** Set by rxvt, Konsole and others: text color, background color. */
export function backgroundFrom(colorFgBg: string | undefined): Background | null {
  const last = colorFgBg?.split(";").at(-1);
  if (last === undefined || !/^\d+$/.test(last)) return null;
  const color = Number(last);
  return color === 7 || color > 8 ? "light" : "dark";
}
