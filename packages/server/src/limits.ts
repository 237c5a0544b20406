import { limits as core } from "@polylog/core/limits";

const { api } = core;

/** All limits of the server. Limits of requests are part of the contract, in core. */
export const limits = {
  /** Characters of a message to an agent. */
  promptChars: api.promptChars,
  /** Queued messages per agent of a session. */
  queueItems: 100,
  /** Characters of tool output in an event; the complete output is stored in a blob file. */
  resultChars: 64 * 1024,
  /** Characters of any other text in an agent's event, and of all of them. Answers, thoughts and messages are not limited. */
  textChars: 64 * 1024,
  eventChars: 256 * 1024,
  /** Characters of an error message. */
  messageChars: 2048,
  /** Characters of a permission request. */
  askChars: 1024 * 1024,
  /** Characters of a rule's name in an answer. */
  ruleNameChars: 200,
  /** Characters of the images in one event. */
  imageChars: 4 * 1024 * 1024,
  /** Deltas: the first is sent at once, then at most one per this many milliseconds or characters. */
  coalesceMs: 33,
  coalesceChars: 2048,
  /** Bytes of a configuration, the home's or a project's, and of a file that one refers to. */
  configBytes: 16 * 1024 * 1024,
  /** Files listed as new, changed, deleted or unchecked in a folder; further files are only counted. */
  trustChanges: 200,
  /** Bytes of a repository's git configuration, which is searched for its hooks folder. */
  gitConfigBytes: 1024 * 1024,
  /** Bytes of a project's file in a preview. */
  previewBytes: 512 * 1024,
  /** Unwritten short deltas of one agent, beyond which its output is not read. */
  unwrittenDeltas: 16,
  /** Events of one commit. */
  commitEvents: 2000,
  /**
   * A slice of long work (an import, a fork), after which other work gets a turn: events, characters of their lines, or
   * milliseconds.
   */
  slice: { events: 200, chars: 512 * 1024, ms: 5 },
  /** How long a commit waits for another process that writes to the log before it is refused, and the retry interval. */
  lockedMs: 1000,
  lockedTryMs: 20,
  /** How long the log counts as busy after a commit. */
  restMs: 3,
  /** Idle sessions that stay in memory, most recently used first. */
  idleSessionsInMemory: 64,
  /** Events per page read from the log. */
  pageEvents: api.pageEvents,
  /** Sessions per page of the list. */
  pageSessions: api.pageSessions,
  /** Events that a listener receives at once while catching up, before other work gets a turn. */
  catchUpEvents: 200,
  /** Sessions whose projects are remembered for listeners that catch up. */
  knownRoots: 10_000,
  /** Unsent bytes per client, beyond which it is disconnected; it resumes from the log. */
  clientBytes: 1024 * 1024,
  /** The interval of heartbeats that clients can see. */
  heartbeatMs: 10_000,
  /** How long a cancelled run may take to end before the server ends it. */
  cancelMs: 2000,
  /** How long a prompt waits for the project to be saved. Only the first save of a large project takes that long. */
  checkpointMs: 3000,
  /** How long the end of a run, and of a cancelled run, waits for its change report, which otherwise follows the end. */
  reportMs: 10_000,
  cancelReportMs: 1500,
  /** Files listed in the preview of a rewind. */
  rewindFiles: api.rewindFiles,
  /** How long the next message waits for a program to confirm that it accepted the last one as a steer. */
  steerMs: 5000,
  /** How long the shutdown waits for an agent's program to stop. */
  closeMs: 3000,
  /** How long an agent's program may be idle before it is stopped, unless `idle_minutes` is set; and the check interval. */
  idleMs: 15 * 60 * 1000,
  idleLookMs: 30_000,
  /** How long a backend may scan this machine for agents before the list is returned without it. */
  detectMs: 1500,
  /** The same for an agent requested by name: a busy machine takes long to start its program. */
  findAgentMs: 30_000,
  /** How often the configuration is checked for changes. */
  configMs: 1000,
  /** How often old sessions are deleted, if the configuration requests it. */
  retentionMs: 60 * 60 * 1000,
  /** Policy documents of a backup shown to the owner, and characters of one; a longer one cannot be selected. */
  restore: { policies: api.restorePolicies, policyChars: 16 * 1024 },
  /** Limits of an import: bytes of the file, of one line and of all events, and the number of events. */
  import: {
    fileBytes: 1024 * 1024 * 1024,
    lineBytes: 32 * 1024 * 1024,
    eventBytes: 128 * 1024 * 1024,
    events: 250_000,
  },
  /** Running agent programs: for the whole server, and for messages of one device. Idle ones are stopped to make room. */
  programs: { server: 64, device: 32 },
  /** Messages between agents. */
  exchange: {
    /** Messages from agent to agent since a person's last message. */
    hops: 4,
    /** Runs of other agents followed back to the origin, for messages and answers. */
    origins: 16,
    /** How long a sender waits for an answer by default, and at most. */
    waitSeconds: 300,
    mostWaitSeconds: 3600,
    /** Messages per session: the burst, the interval in milliseconds after it, and the number of open messages. */
    burst: 60,
    eachMs: 1000,
    open: 100,
    /** Characters of a message and of an answer. */
    contentChars: 100_000,
    answerChars: 64 * 1024,
    /** Characters of a call's input and output in the sender's log. */
    callChars: 2048,
    /** Calls of one exchange in the sender's log. */
    calls: 200,
    /** How long to wait for the call that sends a message to appear in the log. */
    callMs: 250,
    /** Rules of one project's policy. */
    rules: api.policyRules,
  },
  /** Missions and schedules. */
  mission: {
    /** How often to check for due prompts. */
    tickMs: 10_000,
    ...api.mission,
    usualSeconds: 60,
    /** Prompts of one mission by default. */
    triggers: 100,
    /** Consecutive failed runs after which it is paused. */
    failures: 3,
    /** Schedules of one project. */
    schedules: 50,
  },
  /** Polylog's tools for agents. */
  polylogTools: {
    /** Rows of a list, and characters of one snippet. */
    rows: 50,
    snippetChars: 400,
    queryChars: 500,
    questions: 4,
    options: 8,
    optionChars: 500,
    summaryChars: 20_000,
    /** Clients connected to one agent's address, and characters of one request to it. */
    clients: 4,
    requestBytes: 1024 * 1024,
  },
  /** Limits of one connection, one device and one unauthenticated client. */
  http: {
    /** How long a starting server delays loading its remaining code while no request is waiting. */
    restMs: 50,
    /** How long the headers of a request, and then all of it, may take to arrive. */
    headersMs: 10_000,
    requestMs: 60_000,
    /** How often connections are checked for the two limits above. */
    checkMs: 1000,
    /** How long an idle connection is kept open, and for how many requests. */
    keepAliveMs: 15_000,
    requestsPerSocket: 10_000,
    /** How long a connection may have no traffic. */
    silentMs: 120_000,
    headerBytes: 16 * 1024,
    headers: 100,
    /** Bytes of a request's body: unauthenticated, normal, with a person's text, and with images. */
    openBodyBytes: 8 * 1024,
    bodyBytes: 256 * 1024,
    wordsBodyBytes: 8 * 1024 * 1024,
    imagesBodyBytes: 32 * 1024 * 1024,
    /** Bytes of all incomplete bodies together. Unauthenticated ones are limited by the connections. */
    bodiesBytes: 128 * 1024 * 1024,
    connections: 8192,
    /** Event streams and sockets per device. */
    streamsPerDevice: 2048,
    /** Nesting levels of a JSON body, and the total of its strings, lists, objects and commas. */
    jsonLevels: 200,
    jsonValues: 50_000,
    /** Characters per piece of a large response, and how many levels deep its objects are split. */
    pieceChars: 64 * 1024,
    jsonDepth: 3,
    /** Bytes from which a response is compressed. */
    compressBytes: 8 * 1024,
    /** How long a client may leave its stream unread before it is disconnected. */
    stallMs: 30_000,
    /** How long a socket may take to send its hello. */
    helloMs: 10_000,
    /** Subscriptions per socket, and concurrent commands of it. */
    subscriptions: 256,
    commands: 64,
    /** How long streams may take to close when the server stops. */
    closeMs: 1500,
    /** Wrong credentials per address: the burst, and the interval in milliseconds after it. */
    guesses: 10,
    guessMs: 6000,
    /** How long a one-time code is valid, and how many may be open. */
    codeMs: 60_000,
    codes: 100,
    /** How long a pairing code is valid, including the owner's confirmation, and how many may be open. */
    pairingMs: 5 * 60 * 1000,
    pairings: 20,
    devices: 500,
    /** How long a confirmation is valid, and how many one device may have open. */
    confirmationMs: 2 * 60 * 1000,
    confirmations: 20,
    /** How long a browser stays signed in. */
    signedInMs: 30 * 24 * 60 * 60 * 1000,
  },
} as const;
