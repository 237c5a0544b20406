import {
  type KeyAction,
  type KeyBinding,
  type KeyContext,
  type KeyScreen,
  keyBindings,
} from "./key-bindings.ts";

/** A key as a terminal or a browser reports it. */
export interface KeyPress {
  /** `a`, `Enter`, `ArrowUp`, `up` … */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta?: boolean;
}

const names: Readonly<Record<string, string>> = { escape: "esc", " ": "space" };

const all: readonly KeyBinding[] = keyBindings;
const actions = new Map(
  (["web", "terminal"] as const).flatMap((screen) =>
    all.flatMap(({ action, context, [screen]: keys = [] }) =>
      keys.flatMap(variants).map((sequence) => [`${screen} ${context} ${sequence}`, action] as const),
    ),
  ),
);

/**
 * The action of a key in a context; null if it has none. `before` are keys of the table that were pressed just before: a
 * sequence of two takes precedence over a single key.
 */
export function keyAction<S extends KeyScreen, C extends KeyContext>(
  screen: S,
  context: C,
  press: KeyPress,
  before: readonly string[] = [],
): KeyAction<S, C> | null {
  const now = nameOf(press);
  const sequences = [...before.map((key) => `${normalized(key)} ${now}`), now];
  for (const sequence of sequences) {
    const action = actions.get(`${screen} ${context} ${sequence}`);
    if (action !== undefined) return action as KeyAction<S, C>;
  }
  return null;
}

/** A keyboard event of a browser. */
export interface BrowserKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

export function webKeyAction<C extends KeyContext>(
  context: C,
  { key: name, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta }: BrowserKey,
  before: readonly string[] = [],
): KeyAction<"web", C> | null {
  return keyAction("web", context, { name, ctrl, alt, shift, meta }, before);
}

/** The first key of an action, for a label. */
export function firstKey<S extends KeyScreen>(screen: S, action: KeyAction<S>): string {
  return all.find((binding) => binding.action === action)?.[screen]?.[0] ?? "";
}

/** All ways to press a key of the table. */
function variants(sequence: string): readonly string[] {
  if (sequence === "1–9") return ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  const ways = sequence.includes("Mod+")
    ? [sequence.replace("Mod", "Ctrl"), sequence.replace("Mod", "Meta")]
    : [sequence];
  return ways.map((way) => way.split(" ").map(normalized).join(" "));
}

function normalized(key: string): string {
  const parts = key.toLowerCase().split("+");
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  return nameOf({
    name: parts.at(-1) ?? "",
    ctrl: has("ctrl"),
    alt: has("alt"),
    shift: has("shift"),
    meta: has("meta"),
  });
}

function nameOf({ name, ctrl, alt, shift, meta = false }: KeyPress): string {
  const lower = name.toLowerCase();
  const isPlain = !ctrl && !alt && !meta;
  const isCapital = isPlain && name.length === 1 && name !== lower;
  // Which characters need Shift depends on the keyboard.
  const isMark = name.length === 1 && !/[a-z0-9 ]/.test(lower);
  const shifted = (shift || isCapital) && !isMark;
  const modifiers = [ctrl && "ctrl", alt && "alt", shifted && "shift", meta && "meta"].filter(Boolean);
  return [...modifiers, names[lower] ?? lower.replace(/^arrow/, "")].join("+");
}
