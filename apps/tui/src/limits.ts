/** All limits of the terminal client. */
export const limits = {
  /** Entry groups that are written when a session is opened. Ctrl+O shows older ones. */
  openingGroups: 200,
  /** Groups written at once, so that keys are handled in between. */
  groupsAtOnce: 20,
  /** The shortest interval between two frames. */
  frameMs: 40,
  /** The interval of the spinner. */
  spinnerMs: 120,
  /** Characters of one line of program output. Longer lines are visibly truncated. */
  lineChars: 2000,
  /**
   * Rows of a block that are written at most, even if core's excerpt has more lines: text in the scrollback cannot be collapsed
   * again. Ctrl+O shows everything.
   */
  excerptRows: { output: 5, code: 12, diff: 40, list: 12 },
  /** Rows that the live conversation may always take, if available. */
  conversationRows: 3,
  /** The most rows of the editor. */
  editorRows: 10,
  /** The fewest rows of an ask. Content above it is shortened first. */
  askRows: 12,
  /** Rows of the request that take precedence over the scope of a lasting answer. */
  askBodyRows: 4,
  /** Rows of a note below an ask. */
  askEditorRows: 6,
  /** Characters of code that are highlighted. Longer code stays plain. */
  highlightChars: 60_000,
  /** The most characters of a link's address. */
  linkChars: 2000,
  /** A paste beyond either limit is collapsed to one word. */
  pasteChars: 1000,
  pasteLines: 8,
  /** Messages kept for Up and Ctrl+R. */
  history: 500,
  suggestions: 8,
  /** The output limit of a `!` command in characters, and its time limit. */
  shellChars: 32_000,
  shellMs: 120_000,
  /** How long it may take to exit after it was asked to. */
  shellGraceMs: 2000,
  imageBytes: 8 * 1024 * 1024,
  /** A new ask ignores keys for this long, because they were typed for something else. */
  askGuardMs: 400,
  /** How long a lone Esc may be the start of a sequence. */
  escapeMs: 40,
  /** Two presses within this time count as one. */
  twiceMs: 1500,
  /** How long to wait for the terminal to report its background. */
  backgroundMs: 200,
  /** Rows of a remark at the bottom. */
  remarkRows: 8,
  /** How long a remark stays. Errors stay until the next key. */
  remarkMs: 6000,
  /** After this time, a message in transit is shown as not sent, and quitting no longer waits for it. */
  unsentMs: 1000,
  /** The interval of checks for open asks in other sessions. */
  inboxMs: 15_000,
  /** Sessions that the picker lists. */
  sessions: 200,
  /** How long to wait for syntax highlighting before code is written without it. */
  highlightMs: 250,
} as const;
