/** Every bound and every delay of the client, in one place. */
export const limits = {
  /** The server beats each 10 s; a connection that brings no byte for this long is dead. */
  silenceMs: 25_000,
  /** How often a socket is asked for a sign of life. */
  pingMs: 10_000,
  /** A connection that lasted this long was a good one: the next failure waits from the shortest delay again. */
  stableMs: 10_000,
  /** How long an answer to a request may take. */
  requestMs: 30_000,
  /** The same where the server works on all of its log. */
  patientMs: 60 * 60_000,
  backoffMs: [1000, 2000, 4000, 8000, 16_000],
  jitterMs: 500,
  /** How often a command that may be repeated is sent before it is given up. */
  commandAttempts: 6,
  /** Events of one page of the log. */
  pageEvents: 500,
  /** Events that wait for the next tick; more are folded at once. */
  pendingEvents: 1000,
  /** Events that are held while a session is loaded; more are read from the log instead. */
  heldEvents: 2000,
  /** Frames that wait for a listener to all sessions; more are handed over at once. */
  pendingFrames: 1000,
  /** Characters of one event on the wire. */
  eventChars: 64 * 1024 * 1024,
} as const;
