import type { Background } from "../terminal/background.ts";
import type { Color, Style } from "../text/style.ts";
import { plain } from "../text/style.ts";

/** The meaning of styles. At most six colors, all from the user's own palette. */
export interface Theme {
  readonly text: Style;
  /** Chrome and secondary text. */
  readonly quiet: Style;
  readonly strong: Style;
  readonly accent: Style;
  readonly live: Style;
  readonly done: Style;
  readonly failed: Style;
  readonly waiting: Style;
  readonly agent: Style;
  readonly added: Style;
  readonly removed: Style;
  readonly code: Style;
  readonly heading: Style;
  readonly link: Style;
  /** An invisible character. */
  readonly hidden: Style;
  readonly chosen: Style;
  /** The parts of code. */
  readonly keyword: Style;
  readonly string: Style;
  readonly comment: Style;
  readonly number: Style;
  readonly name: Style;
}

export const themeNames = ["auto", "dark", "light", "colour-blind", "plain"] as const;
export type ThemeName = (typeof themeNames)[number];

interface Palette {
  readonly accent: Color;
  readonly live: Color;
  readonly done: Color;
  readonly failed: Color;
  readonly waiting: Color;
}

const palettes = {
  dark: { accent: 6, live: 12, done: 2, failed: 9, waiting: 3 },
  light: { accent: 6, live: 4, done: 2, failed: 1, waiting: 3 },
  // Nearly everyone can distinguish blue from yellow, unlike red from green.
  "colour-blind": { accent: 6, live: 6, done: 4, failed: 3, waiting: 5 },
} as const satisfies Record<string, Palette>;

const made = new Map<string, Theme>();

/** The same style is always the same object, so that it identifies cached lines. */
export function themeOf(name: ThemeName, background: Background): Theme {
  if (name === "plain") return plainTheme;
  const looks = name === "auto" ? background : name;
  const theme = made.get(looks) ?? fromPalette(palettes[looks]);
  made.set(looks, theme);
  return theme;
}

const plainTheme: Theme = {
  text: plain,
  quiet: { dim: true },
  strong: { bold: true },
  accent: plain,
  live: plain,
  done: plain,
  failed: { bold: true },
  waiting: { bold: true },
  agent: { bold: true },
  added: plain,
  removed: plain,
  code: plain,
  heading: { bold: true },
  link: { underline: true },
  hidden: { inverse: true },
  chosen: { bold: true },
  keyword: plain,
  string: plain,
  comment: { dim: true },
  number: plain,
  name: plain,
};

function fromPalette({ accent, live, done, failed, waiting }: Palette): Theme {
  return {
    ...plainTheme,
    accent: { color: accent },
    live: { color: live },
    done: { color: done },
    failed: { color: failed },
    waiting: { color: waiting },
    agent: { color: waiting, bold: true },
    added: { color: done },
    removed: { color: failed },
    code: { color: accent },
    link: { color: accent, underline: true },
    chosen: { color: accent, bold: true },
    keyword: { color: live },
    string: { color: done },
    number: { color: waiting },
    name: { color: accent },
  };
}
