import {
  inputPrefixes,
  type KeyAction,
  type KeyBinding,
  type KeyContext,
  type KeyScreen,
  keyBindings,
} from "./key-bindings.ts";

/** The shortcuts of a screen as its help lists them. */
export interface KeyHelp {
  readonly heading: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly help: string }[];
}

const headings: Readonly<Record<KeyContext, string>> = {
  app: "Everywhere",
  main: "Everywhere",
  session: "In a session",
  message: "Writing",
  suggestions: "Suggestions",
  ask: "Answering",
  list: "Lists",
  viewer: "Full-screen text",
};

export function keyHelp(screen: KeyScreen): readonly KeyHelp[] {
  const all: readonly KeyBinding[] = keyBindings;
  const textOf = ({ help }: Pick<KeyBinding, "help">) => (typeof help === "string" ? help : help[screen]);
  const rowsOf = (binding: KeyBinding): KeyHelp["rows"] => {
    const { [screen]: keys, terminal = [], insteadOnWeb } = binding;
    if (keys !== undefined) return [{ keys, help: textOf(binding) }];
    return screen === "web" && insteadOnWeb !== undefined ? [{ keys: terminal, help: insteadOnWeb }] : [];
  };
  const prefixes = inputPrefixes
    .filter(({ screens }) => screens.includes(screen))
    .map((prefix) => ({ keys: [prefix.character], help: textOf(prefix) }));
  return [...new Set(Object.values(headings))]
    .map((heading) => ({
      heading,
      rows: [
        ...all.filter(({ context }) => headings[context] === heading).flatMap(rowsOf),
        ...(heading === headings.message ? prefixes : []),
      ],
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The first key of an action, for a label beside it. */
export function firstKey<S extends KeyScreen>(screen: S, action: KeyAction<S>): string {
  const all: readonly KeyBinding[] = keyBindings;
  return all.find((binding) => binding.action === action)?.[screen]?.[0] ?? "";
}
