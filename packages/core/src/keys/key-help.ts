import {
  type KeyAction,
  type KeyBinding,
  type KeyContext,
  type KeyScreen,
  keyBindings,
} from "./key-bindings.ts";

type HelpText = string | Readonly<Record<KeyScreen, string>>;

const texts: Readonly<Record<KeyAction<"web"> | KeyAction<"terminal">, HelpText>> = {
  "open-palette": "Find sessions, actions and text",
  "previous-session": "Session above",
  "next-session": "Session below",
  "show-help": "Show all shortcuts",
  "new-session": "New session",
  "open-inbox": "Inbox",
  "open-sessions": "Sessions and open asks",
  "clear-input": "Stop your shell command, or clear the field",
  leave: "Quit. The server and its agents keep running",
  redraw: "Redraw the screen",
  suspend: "Suspend (fg resumes)",
  interrupt: {
    web: "Stop the run, or leave another field",
    terminal: "Stop the run and pause its queue (/queue resumes it)",
  },
  "find-in-session": "Find in the conversation",
  "expand-all": {
    web: "Expand or collapse everything",
    terminal: "Show thoughts, outputs and diffs in full",
  },
  "toggle-todos": "The agent's to-dos",
  send: {
    web: "Send the message, or steer a running agent",
    terminal: "Send the message, or steer a running agent (/delivery changes this)",
  },
  "send-other-way": "Queue instead of steering, or the other way round",
  queue: "Queue the message",
  "new-line": "New line",
  "next-mode": "Next permission mode",
  "older-message": {
    web: "Older message",
    terminal: "Older message. In an empty field: edit the last queued one",
  },
  "newer-message": "Newer message",
  "search-messages": "Search your messages",
  "edit-last-message": "Edit your last message",
  "open-editor": "Write in your external editor",
  "previous-suggestion": "Previous suggestion",
  "next-suggestion": "Next suggestion",
  "accept-suggestion": "Use the suggestion",
  "dismiss-suggestions": "Close the suggestions",
  answer: "Answer with this option",
  "confirm-answer": { web: "Send the answer to a question", terminal: "Answer with the selected option" },
  "previous-option": "Option above",
  "next-option": "Option below",
  "previous-scope": "Previous scope of a lasting answer",
  "next-scope": "Next scope of a lasting answer",
  "previous-item": "Item above",
  "next-item": "Item below",
  "previous-items": "Ten items up",
  "next-items": "Ten items down",
  "choose-item": "Choose the item",
  "close-list": "Close the list",
  "scroll-up": "Line up",
  "scroll-down": "Line down",
  "page-up": "Page up",
  "page-down": "Page down",
  "scroll-to-top": "First line",
  "scroll-to-end": "Last line",
  "close-viewer": "Close the text",
};

/** The web's alternative to keys that the browser reserves. */
const insteadOnWeb: Readonly<Partial<Record<string, string>>> = {
  "toggle-todos": "Reserved by the browser. Use /todos for the plan",
};

/** Characters with a special meaning at the start of a message. */
const prefixes: Readonly<Record<string, Readonly<Partial<Record<KeyScreen, string>>>>> = {
  "/": { web: "Commands. Type a space first to send it as text", terminal: "Commands" },
  "@": { web: "Files in the project", terminal: "Files in the project" },
  "!": { terminal: "Run a shell command; the agent sees its output" },
};

const headings: Readonly<Record<KeyContext, string>> = {
  app: "Everywhere",
  main: "Everywhere",
  session: "In a session",
  message: "Message field",
  suggestions: "Suggestions",
  ask: "Answering",
  list: "Lists",
  viewer: "Full-screen text",
};

/** A screen's shortcuts as its help lists them. */
export interface KeyHelp {
  readonly heading: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly help: string }[];
}

export function keyHelp(screen: KeyScreen): readonly KeyHelp[] {
  return [...new Set(Object.values(headings))]
    .map((heading) => ({
      heading,
      rows: [
        ...keyBindings
          .filter(({ context }) => headings[context] === heading)
          .flatMap((each) => rowsOf(each, screen)),
        ...(heading === headings.message ? prefixRows(screen) : []),
      ],
    }))
    .filter(({ rows }) => rows.length > 0);
}

function rowsOf(binding: (typeof keyBindings)[number], screen: KeyScreen): KeyHelp["rows"] {
  const { action, [screen]: keys, terminal = [] }: KeyBinding = binding;
  const text = texts[binding.action];
  const instead = screen === "web" ? insteadOnWeb[action] : undefined;
  if (keys !== undefined) return [{ keys, help: typeof text === "string" ? text : text[screen] }];
  return instead === undefined ? [] : [{ keys: terminal, help: instead }];
}

function prefixRows(screen: KeyScreen): KeyHelp["rows"] {
  return Object.entries(prefixes).flatMap(([character, { [screen]: help }]) =>
    help === undefined ? [] : [{ keys: [character], help }],
  );
}
