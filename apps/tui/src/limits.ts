/** Every bound of the terminal client, in one place. */
export const limits = {
  /** Groups of the talk that are written when a session is opened; older ones are a key press away. */
  openingGroups: 200,
  /** Groups that are written in one go, so that keys are heard in between. */
  groupsAtOnce: 20,
  /** How often the screen is drawn at most. */
  frameMs: 40,
  /** How often the spinner turns. */
  spinnerMs: 120,
  /** Characters of one line of a program's output; what is longer is cut, visibly. */
  lineChars: 2000,
  /**
   * Rows of a block that are written at most, where core's excerpt has more lines: what is in the scrollback cannot be
   * collapsed again. Ctrl+O shows everything.
   */
  excerptRows: { output: 5, code: 12, diff: 40, list: 12 },
  /** Rows that the talk below the last settled line may always take, if they are there. */
  conversationRows: 3,
  /** Rows that the editor takes at most. */
  editorRows: 10,
  /** Rows that an ask has at least; what stands above it gives way. */
  askRows: 12,
  /** Rows of what is asked for that go before what a lasting answer is for. */
  askBodyRows: 4,
  /** Rows of a note below an ask. */
  askEditorRows: 6,
  /** Characters of code that are coloured; a longer text stays plain. */
  highlightChars: 60_000,
  /** Characters of an address that a link may lead to. */
  linkChars: 2000,
  /** A paste beyond either of these is folded to one line. */
  pasteChars: 1000,
  pasteLines: 8,
  /** Messages that are remembered for Up and Ctrl+R. */
  history: 500,
  suggestions: 8,
  /** Output of a command that was run with `!`, in characters, and how long it may take. */
  shellChars: 32_000,
  shellMs: 120_000,
  /** How long it may take to end once it was told to. */
  shellGraceMs: 2000,
  imageBytes: 8 * 1024 * 1024,
  /** An ask that has just come into sight hears no keys: they were meant for something else. */
  askGuardMs: 400,
  /** How long a lone Esc may be the beginning of something longer. */
  escapeMs: 40,
  /** Two presses within this time count as one. */
  twiceMs: 1500,
  /** How long the terminal is given to tell its background. */
  backgroundMs: 200,
  /** Rows of a remark at the bottom. */
  remarkRows: 8,
  /** How long one stays; what went wrong stays until the next key. */
  remarkMs: 6000,
  /** How long a message may be on its way before it is said not to be sent, and before who leaves stops waiting for it. */
  unsentMs: 1000,
  /** How often it is asked what waits in other sessions. */
  inboxMs: 15_000,
  /** Sessions that the picker lists. */
  sessions: 200,
  /** How long the colours of code are waited for before it is written without them. */
  highlightMs: 250,
} as const;
