const byAddress =
  "Agents that speak ACP get Polylog's own tools by an address, and the suite's tools have none; a test of its own covers it.";

/** What no agent can do because of how it is reached. */
export const acpUnsupported: Readonly<Record<string, string>> = {
  "a tool of Polylog's own": byAddress,
  "a tool of Polylog's own after a restart": byAddress,
  "cancel in a tool of Polylog's own": byAddress,
  "a session of the program itself is taken over":
    "ACP has no way to read a program's own sessions without going on with them.",
};
