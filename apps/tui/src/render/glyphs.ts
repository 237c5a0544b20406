/** One single-column glyph per kind, with ASCII alternatives. */
export interface Glyphs {
  readonly you: string;
  readonly talk: string;
  readonly thinking: string;
  readonly tool: string;
  readonly pending: string;
  readonly below: string;
  readonly ask: string;
  readonly warning: string;
  readonly exchange: string;
  readonly subagent: string;
  readonly remark: string;
  readonly checkpoint: string;
  readonly done: string;
  readonly failed: string;
  readonly open: string;
  readonly working: string;
  readonly bullet: string;
  readonly quote: string;
  readonly rule: string;
  readonly cross: string;
  readonly separator: string;
  readonly prompt: string;
  readonly shell: string;
  readonly chosen: string;
  readonly arrow: string;
  readonly more: string;
  readonly minus: string;
  readonly bar: string;
  readonly spinner: readonly string[];
  readonly meter: readonly [full: string, empty: string];
}

export const unicodeGlyphs: Glyphs = {
  you: "›",
  talk: "●",
  thinking: "✻",
  tool: "⏺",
  pending: "○",
  below: "⎿",
  ask: "◆",
  warning: "⚠",
  exchange: "⇄",
  subagent: "◇",
  remark: "·",
  checkpoint: "⚑",
  done: "✓",
  failed: "✗",
  open: "☐",
  working: "◐",
  bullet: "•",
  quote: "▏",
  rule: "─",
  cross: "┼",
  separator: "·",
  prompt: "›",
  shell: "!",
  chosen: "❯",
  arrow: "→",
  more: "…",
  minus: "−",
  bar: "│",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
  meter: ["▰", "▱"],
};

export const asciiGlyphs: Glyphs = {
  you: ">",
  talk: "*",
  thinking: "~",
  tool: "+",
  pending: "o",
  below: "|",
  ask: "?",
  warning: "!",
  exchange: "=",
  subagent: "%",
  remark: "-",
  checkpoint: "#",
  done: "v",
  failed: "x",
  open: "-",
  working: ">",
  bullet: "-",
  quote: "|",
  rule: "-",
  cross: "+",
  separator: "-",
  prompt: ">",
  shell: "!",
  chosen: ">",
  arrow: "->",
  more: "...",
  minus: "-",
  bar: "|",
  spinner: ["|", "/", "-", "\\"],
  meter: ["#", "."],
};
