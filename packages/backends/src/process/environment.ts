/**
 * The variables that a program inherits: only those that it needs for its user, its paths and the network. The server's
 * secrets are excluded: an agent that reads the server's token could approve its own asks.
 */
const inherited = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TERM",
  "COLORTERM",
  "TMPDIR",
  "TZ",
  "SSH_AUTH_SOCK",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
]);

const inheritedFamily = /^(LC|XDG)_/;
const polylogVariable = /^POLYLOG_/i;

/**
 * The variable that marks the processes of one tree. They all inherit it, so they can be found even outside their
 * group.
 */
export const TREE_MARK = "AGENT_TREE";

export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(parent).filter(
    ([name, value]) =>
      value !== undefined && (inherited.has(name.toUpperCase()) || inheritedFamily.test(name)),
  ) as [string, string][];
  return Object.fromEntries(
    [...kept, ...Object.entries(own)].filter(([name]) => !polylogVariable.test(name)),
  );
}

/** The part of the server's environment that a program receives. */
export function variablesFor(
  server: Readonly<Record<string, string | undefined>>,
  isMeant: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(server).filter(
      (entry): entry is [string, string] => isMeant(entry[0]) && entry[1] !== undefined,
    ),
  );
}
