/** The program uses syntax or a module that its Node does not have. */
const needsNewerNode = /^SyntaxError\b|No such built-in module/;

/** The uncaught error that ended a Node program, from its stderr; null if it ended in another way. */
export function nodeError(stderr: string): string | null {
  const lines = stderr.trim().split("\n");
  // The last line is the version, after the error and its stack.
  const version = /^Node\.js v(\d+\.\d+\.\d+)$/.exec(lines.at(-1)?.trim() ?? "")?.[1];
  const error = lines.findLast((line) => /^\w*Error\b/.test(line))?.trim();
  if (version === undefined || error === undefined) return null;
  if (!needsNewerNode.test(error)) return error;
  return `${error}. Node.js ${version} may be too old for it: put a newer one first on the PATH of Polylog's server`;
}
