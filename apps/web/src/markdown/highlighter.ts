import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { CodeLine } from "./code-line.ts";
import { languageId, loadLanguage } from "./languages.ts";

/** Runs in a worker. Colors are classes, because the page's policy forbids inline styles. */
const theme = createCssVariablesTheme({ name: "polylog", variablePrefix: "--" });

const core = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** Longer lines stay plain. A time limit would give different colors on a busy machine. */
const bounds = { tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 0 };

const loaded = new Map<string, Promise<void>>();

/** Null if the language is unknown. */
export async function tokenize(code: string, name: string): Promise<readonly CodeLine[] | null> {
  const language = languageId(name);
  if (language === null) return null;
  const highlighter = await core;
  const loading =
    loaded.get(language) ??
    loadLanguage(language).then((grammar) => highlighter.loadLanguage(grammar as never));
  loaded.set(language, loading);
  await loading;
  return highlighter.codeToTokensBase(code, { lang: language, theme: "polylog", ...bounds }).map(joined);
}

/** Joins neighbors of the same kind, because a screen of code has thousands of tokens. */
function joined(tokens: readonly ThemedToken[]): CodeLine {
  const line: { text: string; kind: string | null }[] = [];
  for (const { content, color } of tokens) {
    const kind = kindOf(color);
    const last = line.at(-1);
    if (last?.kind === kind) last.text += content;
    else line.push({ text: content, kind });
  }
  return line;
}

/** The theme's colors are names of variables. */
function kindOf(color: string | undefined): string | null {
  return /--token-([a-z-]+)/.exec(color ?? "")?.[1] ?? null;
}
