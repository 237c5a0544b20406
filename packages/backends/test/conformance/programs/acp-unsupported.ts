const oneSession =
  "ACP stops and speaks to a session as a whole. That a subagent's session is stopped alone is in a draft of it, which Polylog does not use yet.";

/** What no agent can do because of how it is reached. */
export const acpUnsupported: Readonly<Record<string, string>> = {
  "cancel one subagent": oneSession,
  "message to a subagent": oneSession,
  "each model request":
    "ACP tells what a turn used, and not what each request did. Its retries are shown, and the sum of each model.",
  "a session of the program itself is taken over":
    "ACP has no way to read a program's own sessions without going on with them.",
};

/** Where the agent does not say it itself. */
export const unknownCall: Readonly<Record<string, string>> = {
  "a tool of Polylog's own knows its call":
    "MCP does not tell a server which call of the model it serves; only Claude Code adds it.",
};
