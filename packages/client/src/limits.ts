/** Every limit and delay of the client, in one place. */
export const limits = {
  /** The server sends a heartbeat every 10 s; a connection without any data for this long is dead. */
  silenceMs: 25_000,
  /** How often a socket is pinged. */
  pingMs: 10_000,
  /** A connection that lasted this long counts as stable: the next failure starts with the shortest delay again. */
  stableMs: 10_000,
  /** The time limit for a response. */
  requestMs: 30_000,
  /** The time limit for requests that work on the whole log. */
  patientMs: 60 * 60_000,
  backoffMs: [1000, 2000, 4000, 8000, 16_000],
  jitterMs: 500,
  /** How often a repeatable command is sent before it fails. */
  commandAttempts: 6,
  /** Events per page of the log. */
  pageEvents: 500,
  /** Events that wait for the next tick; when there are more, they are folded at once. */
  pendingEvents: 1000,
  /** Events that are buffered while a session is loaded; further ones are read from the log. */
  heldEvents: 2000,
  /** Frames that wait for a listener to all sessions; when there are more, they are delivered at once. */
  pendingFrames: 1000,
  /** Characters of one event on the wire. */
  eventChars: 64 * 1024 * 1024,
} as const;
