/**
 * Every keyboard shortcut of both screens. Handlers, help pages and the documents' key lists are derived from this table. A new
 * shortcut needs one line here, its text in `key-help.ts`, and one handler on each screen it names; the compiler reports what
 * is missing. The texts are in a separate file because the web loads them only when help is opened.
 *
 * Keys are written as people read them: `Ctrl+O`, `Shift+Tab`, `1–9`. `Mod` is Cmd or Ctrl. Two keys with a space between are
 * pressed one after the other.
 */

export type KeyScreen = "web" | "terminal";

/** Where a key applies. */
export type KeyContext =
  /** Always, also while a list or a dialog is open. */
  | "app"
  /** While no list or dialog is open. */
  | "main"
  | "session"
  | "message"
  | "suggestions"
  | "ask"
  /** A list in the terminal. */
  | "list"
  /** A text that fills the terminal window. */
  | "viewer";

export interface KeyBinding {
  readonly action: string;
  readonly context: KeyContext;
  readonly web?: readonly string[];
  readonly terminal?: readonly string[];
}

// biome-ignore format: one line for each shortcut.
export const keyBindings = [
  { action: "open-palette", context: "app", web: ["Mod+K"] },
  { action: "previous-session", context: "app", web: ["Alt+Up"] },
  { action: "next-session", context: "app", web: ["Alt+Down"] },
  { action: "show-help", context: "main", web: ["?"], terminal: ["?"] },
  { action: "new-session", context: "main", web: ["N"] },
  { action: "open-inbox", context: "main", web: ["I"] },
  { action: "open-sessions", context: "main", terminal: ["Ctrl+S"] },
  { action: "clear-input", context: "main", terminal: ["Ctrl+C"] },
  { action: "leave", context: "main", terminal: ["Ctrl+C Ctrl+C", "Ctrl+D"] },
  { action: "redraw", context: "app", terminal: ["Ctrl+L"] },
  { action: "suspend", context: "app", terminal: ["Ctrl+Z"] },

  { action: "interrupt", context: "session", web: ["Esc"], terminal: ["Esc"] },
  { action: "find-in-session", context: "session", web: ["Mod+F"] },
  { action: "expand-all", context: "session", web: ["Ctrl+O"], terminal: ["Ctrl+O"] },
  { action: "toggle-todos", context: "session", terminal: ["Ctrl+T"] },

  { action: "send", context: "message", web: ["Enter"], terminal: ["Enter"] },
  { action: "send-other-way", context: "message", web: ["Mod+Enter"] },
  { action: "queue", context: "message", web: ["Tab"], terminal: ["Tab"] },
  { action: "new-line", context: "message", web: ["Shift+Enter", "Ctrl+J", "\\ Enter"], terminal: ["Shift+Enter", "Alt+Enter", "Ctrl+J", "\\ Enter"] },
  { action: "next-mode", context: "message", web: ["Shift+Tab"], terminal: ["Shift+Tab"] },
  { action: "older-message", context: "message", web: ["Up"], terminal: ["Up", "Ctrl+P"] },
  { action: "newer-message", context: "message", web: ["Down"], terminal: ["Down", "Ctrl+N"] },
  { action: "search-messages", context: "message", web: ["Ctrl+R"], terminal: ["Ctrl+R"] },
  { action: "edit-last-message", context: "message", web: ["Esc Esc"], terminal: ["Esc Esc"] },
  { action: "open-editor", context: "message", terminal: ["Ctrl+G"] },

  { action: "previous-suggestion", context: "suggestions", web: ["Up"], terminal: ["Up"] },
  { action: "next-suggestion", context: "suggestions", web: ["Down"], terminal: ["Down"] },
  { action: "accept-suggestion", context: "suggestions", web: ["Tab", "Enter"], terminal: ["Tab", "Enter"] },
  { action: "dismiss-suggestions", context: "suggestions", web: ["Esc"], terminal: ["Esc"] },

  { action: "answer", context: "ask", web: ["1–9"], terminal: ["1–9"] },
  { action: "confirm-answer", context: "ask", web: ["Enter"], terminal: ["Enter"] },
  { action: "previous-option", context: "ask", terminal: ["Up"] },
  { action: "next-option", context: "ask", terminal: ["Down"] },
  { action: "previous-scope", context: "ask", terminal: ["Left"] },
  { action: "next-scope", context: "ask", terminal: ["Right"] },

  { action: "previous-item", context: "list", terminal: ["Up", "Ctrl+P"] },
  { action: "next-item", context: "list", terminal: ["Down", "Tab", "Ctrl+N", "Ctrl+S", "Ctrl+R"] },
  { action: "previous-items", context: "list", terminal: ["PageUp"] },
  { action: "next-items", context: "list", terminal: ["PageDown"] },
  { action: "choose-item", context: "list", terminal: ["Enter"] },
  { action: "close-list", context: "list", terminal: ["Esc", "Ctrl+C", "Ctrl+G"] },

  { action: "scroll-up", context: "viewer", terminal: ["Up", "K"] },
  { action: "scroll-down", context: "viewer", terminal: ["Down", "J"] },
  { action: "page-up", context: "viewer", terminal: ["PageUp", "B"] },
  { action: "page-down", context: "viewer", terminal: ["PageDown", "Space"] },
  { action: "scroll-to-top", context: "viewer", terminal: ["Home", "G"] },
  { action: "scroll-to-end", context: "viewer", terminal: ["End", "Shift+G"] },
  { action: "close-viewer", context: "viewer", terminal: ["Esc", "Q", "Enter", "?", "Ctrl+O", "Ctrl+C", "Ctrl+D", "Ctrl+T"] },
] as const satisfies readonly KeyBinding[];

type Binding = (typeof keyBindings)[number];

/** The actions of a screen in a context. A record with these keys must handle every action. */
export type KeyAction<S extends KeyScreen, C extends KeyContext = KeyContext> = ActionOf<Binding, S, C>;

type ActionOf<B, S extends KeyScreen, C> = B extends { readonly action: infer A; readonly context: C } & {
  readonly [K in S]: readonly string[];
}
  ? A
  : never;
