/** All limits for MCP servers. */
export const limits = {
  /** How long a server may take to start. One that is downloaded from a registry first needs more time. */
  startMs: 30_000,
  /** How long a call may be silent, and how long it may take in total. */
  callMs: 120_000,
  callTotalMs: 30 * 60_000,
  /** How long ending the session of a remote server may take. */
  goodbyeMs: 1000,
  /** How often a server is restarted without having answered a call. */
  restarts: 3,
  /** Consecutive invalid lines after which a program is stopped. */
  garbageLines: 1000,
  /** Bytes of one message over HTTP. For programs, the limit of a line applies. */
  messageBytes: 8 * 1024 * 1024,
  /** Tools of one server, and pages of its list. */
  tools: 128,
  pages: 32,
  /** Characters of a tool name that model APIs accept, and of the server's part in it. */
  nameChars: 64,
  serverChars: 24,
  /** Characters of a tool's description, and of its input schema as JSON. */
  descriptionChars: 4096,
  schemaChars: 64 * 1024,
  /** Nesting depth of an input schema. */
  schemaDepth: 64,
  /** Characters of a result that the model receives. */
  resultChars: 64 * 1024,
  /** Images in one result, and base64 characters of one image. */
  images: 8,
  imageChars: 7 * 1024 * 1024,
  /** Links in one result. */
  links: 64,
  /** Characters of progress that one call may report. */
  progressChars: 32 * 1024,
  /** Characters of a server's error message. */
  reasonChars: 500,
  /** Notices that are kept. */
  notices: 64,
} as const;
