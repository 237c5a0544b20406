const oneSession =
  "ACP cancels and messages only whole sessions. Cancelling a single subagent's session is in a draft of ACP that Polylog does not use yet.";

/** Scenarios that no agent supports over ACP. */
export const acpUnsupported: Readonly<Record<string, string>> = {
  "cancel one subagent": oneSession,
  "message to a subagent": oneSession,
  "each model request":
    "ACP reports the usage of a turn, not of each request. Polylog shows retries and the total for each model.",
  "adopt a session of the program": "ACP cannot read a program's own sessions without resuming them.",
};

/** Unsupported unless the agent adds the call itself. */
export const unknownCall: Readonly<Record<string, string>> = {
  "a tool of Polylog's own knows its call":
    "MCP does not tell a server which of the model's calls it serves. Only Claude Code adds this.",
};
