import type { HighlighterCore } from "shiki/core";
import { type Line, type Span, span } from "../text/style.ts";
import type { Highlight } from "./context.ts";
import type { Theme } from "./theme.ts";

/**
 * Syntax highlighting. Grammars are large and most sessions need few, so each is loaded on first use. Shiki's theme uses the
 * names of our roles as colors, so that code is drawn in the user's own palette.
 */

const roles = ["text", "keyword", "string", "comment", "number", "name"] as const;
type Role = (typeof roles)[number];

const colorOf = (role: Role) => `#00000${roles.indexOf(role)}`;
const roleOf = (color: string | undefined): Role => roles[Number(color?.slice(6, 7) ?? 0)] ?? "text";

const scopes: readonly (readonly [Role, readonly string[]])[] = [
  ["keyword", ["keyword", "storage", "constant.language", "variable.language"]],
  ["text", ["keyword.operator"]],
  ["string", ["string", "markup.inserted", "constant.character"]],
  ["comment", ["comment", "punctuation.definition.comment"]],
  ["number", ["constant.numeric"]],
  [
    "name",
    [
      "entity.name",
      "support.function",
      "support.type",
      "entity.other.attribute-name",
      "meta.object-literal.key",
    ],
  ],
];

const theme = {
  name: "roles",
  type: "dark" as const,
  fg: colorOf("text"),
  bg: "#ffffff",
  settings: scopes.map(([role, scope]) => ({ scope: [...scope], settings: { foreground: colorOf(role) } })),
};

type Loader = () => Promise<{ readonly default: unknown }>;

export class Highlighter {
  private core: HighlighterCore | null = null;
  private loaders: Readonly<Record<string, Loader>> = {};
  private starting: Promise<void> | null = null;
  private readonly wanted = new Map<string, Promise<void>>();
  private readonly changed: () => void;

  /** `changed` is called when missing highlighting has been loaded. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Resolves once all requested grammars have loaded or failed. */
  async loaded(): Promise<void> {
    await Promise.all(this.wanted.values());
  }

  /** Highlights code with a theme; null while the language is not loaded. */
  in(looks: Theme): Highlight {
    return (code, language) => {
      const name = language?.toLowerCase() ?? "";
      if (!/^[a-z0-9+#-]{1,30}$/.test(name)) return null;
      if (this.core === null || !this.core.getLoadedLanguages().includes(name)) {
        this.want(name);
        return null;
      }
      const { tokens } = this.core.codeToTokens(code, { lang: name, theme: "roles" });
      return tokens.map(
        (line): Line => line.map(({ content, color }): Span => span(content, looks[roleOf(color)])),
      );
    };
  }

  private want(name: string): void {
    if (this.wanted.has(name)) return;
    // If the grammar cannot be loaded, the code stays plain.
    this.wanted.set(
      name,
      this.load(name).catch(() => undefined),
    );
  }

  private async load(name: string): Promise<void> {
    this.starting ??= this.start();
    await this.starting;
    const loader = this.loaders[name];
    if (loader === undefined || this.core === null) return;
    await this.core.loadLanguage(loader as Parameters<HighlighterCore["loadLanguage"]>[0]);
    this.changed();
  }

  private async start(): Promise<void> {
    const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, { bundledLanguages }] =
      await Promise.all([import("shiki/core"), import("shiki/engine/javascript"), import("shiki/langs")]);
    this.loaders = bundledLanguages as Readonly<Record<string, Loader>>;
    this.core = await createHighlighterCore({
      themes: [theme],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  }
}
