import { limits as core } from "@polylog/core/limits";

const { api } = core;

/** Every bound of the server, in one place; those of requests are part of the contract, in core. */
export const limits = {
  /** Characters of a message to an agent. */
  promptChars: api.promptChars,
  /** Messages that may wait for one agent of a session. */
  queueItems: 100,
  /** Characters of tool output that an event holds; the whole goes to a blob file. */
  resultChars: 64 * 1024,
  /** Characters of any other text in an agent's event, and of all of them; answers, thoughts and messages are whole. */
  textChars: 64 * 1024,
  eventChars: 256 * 1024,
  /** Characters of a failure's sentence. */
  messageChars: 2048,
  /** Characters of what a person is asked to allow. */
  askChars: 1024 * 1024,
  /** Characters of a rule that an answer names as what decided. */
  ruleNameChars: 200,
  /** Characters of the images in one event. */
  imageChars: 4 * 1024 * 1024,
  /** Deltas: the first goes out at once, then at most one each so many milliseconds or characters. */
  coalesceMs: 33,
  coalesceChars: 2048,
  /** Bytes of a configuration, the home's or a project's, and of a file that one refers to. */
  configBytes: 16 * 1024 * 1024,
  /** Files of a folder that are named as new, changed, gone or not checked; more are counted. */
  trustChanges: 200,
  /** Bytes of a repository's configuration that is searched for its folder of hooks. */
  gitConfigBytes: 1024 * 1024,
  /** Bytes of a project's file that a person is shown. */
  previewBytes: 512 * 1024,
  /** Short deltas of one agent that wait to be written before it is not read any further. */
  unwrittenDeltas: 16,
  /** Events of one commit. */
  commitEvents: 2000,
  /**
   * A part of long work (an import, a fork), after which others have their turn: so many events, characters of their
   * lines, or milliseconds.
   */
  slice: { events: 200, chars: 512 * 1024, ms: 5 },
  /** How long a commit waits for another process that writes to the log before it is refused, and how often it tries. */
  lockedMs: 1000,
  lockedTryMs: 20,
  /** How long after a commit the log counts as busy. */
  restMs: 3,
  /** Sessions that stay in memory though nothing happens in them; those that were used last. */
  restingSessions: 64,
  /** Events of one page that is read from the log. */
  pageEvents: api.pageEvents,
  /** Sessions of one page of the list. */
  pageSessions: api.pageSessions,
  /** Events that a listener who catches up gets in one go, before others have their turn. */
  catchUpEvents: 200,
  /** Sessions whose projects are remembered for those who catch up. */
  knownRoots: 10_000,
  /** Bytes that may wait for one client before it is dropped; it resumes from the log. */
  clientBytes: 1024 * 1024,
  /** A heartbeat that the client can see, each so many milliseconds. */
  heartbeatMs: 10_000,
  /** How long a cancelled run may take to end before it is ended for it. */
  cancelMs: 2000,
  /** How long a prompt waits for the project to be saved; only the first time in a large project takes that long. */
  checkpointMs: 3000,
  /** How long the end of a run, and of a cancelled one, waits for the report on its changes; then it comes after the end. */
  reportMs: 10_000,
  cancelReportMs: 1500,
  /** Files that the preview of a rewind lists. */
  rewindFiles: api.rewindFiles,
  /** How long the next message waits for a program to say whether it took the last one into its run. */
  steerMs: 5000,
  /** How long a stop waits for an agent's program to end. */
  closeMs: 3000,
  /** How long an agent's program may rest before it is ended, unless `idle_minutes` says otherwise; and how often is looked. */
  idleMs: 15 * 60 * 1000,
  idleLookMs: 30_000,
  /** How long a backend may look for its agents on this machine before the others are told without it. */
  detectMs: 1500,
  /** The same for an agent that is named: a busy machine takes long to start its program. */
  findAgentMs: 30_000,
  /** How often the configuration is looked at for a change. */
  configMs: 1000,
  /** How often old sessions are looked for, where the configuration wants them deleted. */
  retentionMs: 60 * 60 * 1000,
  /** Policy documents of a backup that the owner is shown, and characters of one: a longer one cannot be selected. */
  restore: { policies: api.restorePolicies, policyChars: 16 * 1024 },
  /** An export that is read: bytes of the file, of one line and of its events together, and how many of these. */
  import: {
    fileBytes: 1024 * 1024 * 1024,
    lineBytes: 32 * 1024 * 1024,
    eventBytes: 128 * 1024 * 1024,
    events: 250_000,
  },
  /** Agent programs that may run at once: on the server, and for messages of one device. Those at rest make room. */
  programs: { server: 64, device: 32 },
  /** Agents that talk to each other. */
  exchange: {
    /** Messages from agent to agent since a person last spoke. */
    hops: 4,
    /** Runs of other agents that are followed back to the first one, messages and answers alike. */
    origins: 16,
    /** How long a sender waits for an answer, if it does not say, and at most. */
    waitSeconds: 300,
    mostWaitSeconds: 3600,
    /** Messages of one session: so many at once, then one each so many milliseconds; and how many may be open. */
    burst: 60,
    eachMs: 1000,
    open: 100,
    /** Characters of a message and of an answer. */
    contentChars: 100_000,
    answerChars: 64 * 1024,
    /** Characters of what a call was given and gave, as the sender's side keeps it. */
    callChars: 2048,
    /** Calls of one exchange that the sender's side keeps. */
    calls: 200,
    /** How long it is waited for the call that sends a message to be in the log. */
    callMs: 250,
    /** Rules of one project's policy. */
    rules: api.policyRules,
  },
  /** Missions and schedules. */
  mission: {
    /** How often it is looked whether something is due. */
    tickMs: 10_000,
    ...api.mission,
    usualSeconds: 60,
    /** Prompts of one mission, if it does not say. */
    triggers: 100,
    /** Runs in a row that fail before it is paused. */
    failures: 3,
    /** Schedules of one project. */
    schedules: 50,
  },
  /** Polylog's own tools for agents. */
  polylogTools: {
    /** Rows of a list, and characters of one snippet. */
    rows: 50,
    snippetChars: 400,
    queryChars: 500,
    questions: 4,
    options: 8,
    optionChars: 500,
    summaryChars: 20_000,
    /** Clients that one agent's address may have open, and characters of one request to it. */
    clients: 4,
    requestBytes: 1024 * 1024,
  },
  /** What one connection, one device and one stranger may take. */
  http: {
    /** How long the rest of a server that has just begun to listen is not loaded, while nobody waits for it. */
    restMs: 50,
    /** How long a request's headers, and then all of it, may take to arrive. */
    headersMs: 10_000,
    requestMs: 60_000,
    /** How often connections are looked at for the two above. */
    checkMs: 1000,
    /** How long an idle connection is kept for a next request, and for how many. */
    keepAliveMs: 15_000,
    requestsPerSocket: 10_000,
    /** A connection on which nothing moves at all. */
    silentMs: 120_000,
    headerBytes: 16 * 1024,
    headers: 100,
    /** Bytes of a request's body: a stranger's, any other, one with a person's words, and one with images. */
    openBodyBytes: 8 * 1024,
    bodyBytes: 256 * 1024,
    wordsBodyBytes: 8 * 1024 * 1024,
    imagesBodyBytes: 32 * 1024 * 1024,
    /** Bytes of bodies that are on their way, all together; those of strangers are bounded by the connections. */
    bodiesBytes: 128 * 1024 * 1024,
    connections: 8192,
    /** Event streams and sockets that one device may hold. */
    streamsPerDevice: 2048,
    /** Lists and objects in each other in a body, and texts, lists, objects and commas in all of it. */
    jsonLevels: 200,
    jsonValues: 50_000,
    /** Characters of one piece of a large answer, and how many objects deep it is opened to be cut. */
    pieceChars: 64 * 1024,
    jsonDepth: 3,
    /** Bytes of an answer from which on it is compressed. */
    compressBytes: 8 * 1024,
    /** How long a client may leave its stream unread before it is cut. */
    stallMs: 30_000,
    /** How long a socket may stay without its hello. */
    helloMs: 10_000,
    /** Sessions that one socket may listen to, and commands of it that may be at work. */
    subscriptions: 256,
    commands: 64,
    /** How long streams may take to end when the server stops. */
    closeMs: 1500,
    /** Wrong credentials from one address: so many at once, then one each so many milliseconds. */
    guesses: 10,
    guessMs: 6000,
    /** How long a one-time code is good, and how many may be open. */
    codeMs: 60_000,
    codes: 100,
    /** How long a code for a phone is good, with the time that the owner takes to confirm, and how many may be open. */
    pairingMs: 5 * 60 * 1000,
    pairings: 20,
    devices: 500,
    /** How long a confirmation is good, and how many one device may have open. */
    confirmationMs: 2 * 60 * 1000,
    confirmations: 20,
    /** How long a browser stays signed in. */
    signedInMs: 30 * 24 * 60 * 60 * 1000,
  },
} as const;
