/**
 * What a program inherits: what it needs to find itself, its user and the network, and nothing else. The server's
 * own secrets stay out: an agent that can read our token can approve itself.
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

/** Names the processes of one tree, so that they are found wherever they went: it is in every one's environment. */
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

/** Of the server's own environment, what is meant for a program. */
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
