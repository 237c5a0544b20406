/** Every bound of what MCP servers may do, in one place. */
export const limits = {
  /** How long a server may take to come up. One that is fetched from a registry first needs its time. */
  startMs: 30_000,
  /** How long a call may go on without a sign of life, and at all. */
  callMs: 120_000,
  callTotalMs: 30 * 60_000,
  /** How long a server on the net may take to be told goodbye. */
  goodbyeMs: 1000,
  /** How often a server that ended is started again before it has answered a call. */
  restarts: 3,
  /** Lines in a row that are no message before a program is ended. */
  garbageLines: 1000,
  /** Bytes of one message that comes over HTTP; for a program the bound of a line holds. */
  messageBytes: 8 * 1024 * 1024,
  /** Tools of one server, and pages that its list may have. */
  tools: 128,
  pages: 32,
  /** Characters of a tool's name as model APIs take it, and of the server's part in it. */
  nameChars: 64,
  serverChars: 24,
  /** Characters of a tool's description, and of its input schema as JSON. */
  descriptionChars: 4096,
  schemaChars: 64 * 1024,
  /** How deep an input schema may nest. */
  schemaDepth: 64,
  /** Characters of a result that the model reads. */
  resultChars: 64 * 1024,
  /** Images of one result, and characters of one as base64. */
  images: 8,
  imageChars: 7 * 1024 * 1024,
  /** Links of one result. */
  links: 64,
  /** Characters of all that one call may say while it works. */
  progressChars: 32 * 1024,
  /** Characters of what a server says about a failure. */
  reasonChars: 500,
  /** Notices that are kept. */
  notices: 64,
} as const;
