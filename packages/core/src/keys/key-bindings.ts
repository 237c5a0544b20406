/**
 * Every keyboard shortcut of both screens. Handlers, help pages and the documents' key lists are read off this table: a new
 * shortcut is one line here and one handler on each screen it names.
 *
 * A key is written as people read it: `Ctrl+O`, `Shift+Tab`, `1–9`. `Mod` is Cmd or Ctrl. Two keys with a space between are
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
  /** A list to choose from, in the terminal. */
  | "list"
  /** A text that fills the terminal's window. */
  | "viewer";

export interface KeyBinding {
  readonly action: string;
  readonly context: KeyContext;
  readonly web?: readonly string[];
  readonly terminal?: readonly string[];
  readonly help: string | Readonly<Record<KeyScreen, string>>;
  /** What the web does in its place, where the browser needs the terminal's key itself. */
  readonly insteadOnWeb?: string;
}

// biome-ignore format: one line for each shortcut.
export const keyBindings = [
  { action: "open-palette", context: "app", web: ["Mod+K"], help: "Find sessions, actions and text" },
  { action: "previous-session", context: "app", web: ["Alt+Up"], help: "Session above" },
  { action: "next-session", context: "app", web: ["Alt+Down"], help: "Session below" },
  { action: "show-help", context: "main", web: ["?"], terminal: ["?"], help: "All keys; also in the empty field" },
  { action: "new-session", context: "main", web: ["N"], help: "New session" },
  { action: "open-inbox", context: "main", web: ["I"], help: "Inbox" },
  { action: "open-sessions", context: "main", terminal: ["Ctrl+S"], help: "Sessions, and asks that wait for you" },
  { action: "clear-input", context: "main", terminal: ["Ctrl+C"], help: "Stop your shell command, or clear the field" },
  { action: "leave", context: "main", terminal: ["Ctrl+C Ctrl+C", "Ctrl+D"], help: "Leave; the server and its agents keep running" },
  { action: "redraw", context: "app", terminal: ["Ctrl+L"], help: "Redraw the screen" },
  { action: "suspend", context: "app", terminal: ["Ctrl+Z"], help: "Suspend; fg resumes" },

  { action: "interrupt", context: "session", web: ["Esc"], terminal: ["Esc"], help: { web: "Stop the run; in another field, leave it", terminal: "Stop the run; its queue is paused until /queue resumes it" } },
  { action: "find-in-session", context: "session", web: ["Mod+F"], help: "Find in the conversation" },
  { action: "expand-all", context: "session", web: ["Ctrl+O"], terminal: ["Ctrl+O"], help: { web: "Expand or collapse everything", terminal: "Everything in full: thoughts, outputs, diffs" } },
  { action: "toggle-todos", context: "session", terminal: ["Ctrl+T"], help: "The agent's to-dos", insteadOnWeb: "Opens a browser tab; /todos shows the plan" },

  { action: "send", context: "message", web: ["Enter"], terminal: ["Enter"], help: { web: "Send; while the agent is running, steer or queue", terminal: "Send; steers a running agent, or queues (/delivery)" } },
  { action: "send-other-way", context: "message", web: ["Mod+Enter"], help: "While the agent is running, the other of steer and queue" },
  { action: "queue", context: "message", web: ["Tab"], terminal: ["Tab"], help: "Queue the message" },
  { action: "new-line", context: "message", web: ["Shift+Enter", "Ctrl+J", "\\ Enter"], terminal: ["Shift+Enter", "Alt+Enter", "Ctrl+J", "\\ Enter"], help: "New line" },
  { action: "next-mode", context: "message", web: ["Shift+Tab"], terminal: ["Shift+Tab"], help: "Next permission mode" },
  { action: "older-message", context: "message", web: ["Up"], terminal: ["Up", "Ctrl+P"], help: { web: "Older message", terminal: "Older message; Up in an empty field takes back the last queued one" } },
  { action: "newer-message", context: "message", web: ["Down"], terminal: ["Down", "Ctrl+N"], help: "Newer message" },
  { action: "search-messages", context: "message", web: ["Ctrl+R"], terminal: ["Ctrl+R"], help: "Search your messages" },
  { action: "edit-last-message", context: "message", web: ["Esc Esc"], terminal: ["Esc Esc"], help: "Edit your last message" },
  { action: "open-editor", context: "message", terminal: ["Ctrl+G"], help: "Write in your own editor" },

  { action: "previous-suggestion", context: "suggestions", web: ["Up"], terminal: ["Up"], help: "Previous suggestion" },
  { action: "next-suggestion", context: "suggestions", web: ["Down"], terminal: ["Down"], help: "Next suggestion" },
  { action: "accept-suggestion", context: "suggestions", web: ["Tab", "Enter"], terminal: ["Tab", "Enter"], help: "Use the suggestion" },
  { action: "dismiss-suggestions", context: "suggestions", web: ["Esc"], terminal: ["Esc"], help: "Close the suggestions" },

  { action: "answer", context: "ask", web: ["1–9"], terminal: ["1–9"], help: "Answer with this option; also in the empty field" },
  { action: "confirm-answer", context: "ask", web: ["Enter"], terminal: ["Enter"], help: { web: "Send the answer to a question", terminal: "Answer with the selected option" } },
  { action: "previous-option", context: "ask", terminal: ["Up"], help: "Option above" },
  { action: "next-option", context: "ask", terminal: ["Down"], help: "Option below" },
  { action: "previous-scope", context: "ask", terminal: ["Left"], help: "What a lasting answer applies to" },
  { action: "next-scope", context: "ask", terminal: ["Right"], help: "What a lasting answer applies to" },

  { action: "previous-item", context: "list", terminal: ["Up", "Ctrl+P"], help: "Item above" },
  { action: "next-item", context: "list", terminal: ["Down", "Tab", "Ctrl+N", "Ctrl+S", "Ctrl+R"], help: "Item below" },
  { action: "previous-items", context: "list", terminal: ["PageUp"], help: "Ten items up" },
  { action: "next-items", context: "list", terminal: ["PageDown"], help: "Ten items down" },
  { action: "choose-item", context: "list", terminal: ["Enter"], help: "Choose the item" },
  { action: "close-list", context: "list", terminal: ["Esc", "Ctrl+C", "Ctrl+G"], help: "Close the list" },

  { action: "scroll-up", context: "viewer", terminal: ["Up", "K"], help: "Line up" },
  { action: "scroll-down", context: "viewer", terminal: ["Down", "J"], help: "Line down" },
  { action: "page-up", context: "viewer", terminal: ["PageUp", "B"], help: "Page up" },
  { action: "page-down", context: "viewer", terminal: ["PageDown", "Space"], help: "Page down" },
  { action: "scroll-to-top", context: "viewer", terminal: ["Home", "G"], help: "First line" },
  { action: "scroll-to-end", context: "viewer", terminal: ["End", "Shift+G"], help: "Last line" },
  { action: "close-viewer", context: "viewer", terminal: ["Esc", "Q", "Enter", "?", "Ctrl+O", "Ctrl+C", "Ctrl+D", "Ctrl+T"], help: "Close the text" },
] as const satisfies readonly KeyBinding[];

type Binding = (typeof keyBindings)[number];

/** The actions of a screen in a context: a record of handlers by it misses none. */
export type KeyAction<S extends KeyScreen, C extends KeyContext = KeyContext> = ActionOf<Binding, S, C>;

type ActionOf<B, S extends KeyScreen, C> = B extends { readonly action: infer A; readonly context: C } & {
  readonly [K in S]: readonly string[];
}
  ? A
  : never;

/** Characters that begin something where they are typed into the message field. */
export const inputPrefixes: readonly (Pick<KeyBinding, "help"> & {
  readonly character: string;
  readonly screens: readonly KeyScreen[];
})[] = [
  { character: "/", screens: ["web", "terminal"], help: "Commands; a space before it sends it as text" },
  { character: "@", screens: ["web", "terminal"], help: "Files of the project" },
  { character: "!", screens: ["terminal"], help: "Run a shell command; the agent sees its output" },
];
