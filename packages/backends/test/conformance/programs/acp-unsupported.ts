const byAddress =
  "Agents that speak ACP get Polylog's own tools by an address, and the suite's tools have none; a test of its own covers it.";

const oneSession = "ACP can stop and speak to a session as a whole, not to one of its subagents.";

/** What no agent can do because of how it is reached. */
export const acpUnsupported: Readonly<Record<string, string>> = {
  "a tool of Polylog's own": byAddress,
  "a tool of Polylog's own after a restart": byAddress,
  "cancel in a tool of Polylog's own": byAddress,
  "cancel one subagent": oneSession,
  "message to a subagent": oneSession,
  "a session of the program itself is taken over":
    "ACP has no way to read a program's own sessions without going on with them.",
};
