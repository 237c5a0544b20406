/** The program uses syntax or a module that its Node version does not support. */
const needsNewerNode = /^SyntaxError\b|No such built-in module/;

/** The uncaught error that ended a Node program, from its stderr. Null if it ended for another reason. */
export function nodeError(stderr: string): string | null {
  const lines = stderr.trim().split("\n");
  // The last line is the version, after the error and its stack.
  const version = /^Node\.js v(\d+\.\d+\.\d+)$/.exec(lines.at(-1)?.trim() ?? "")?.[1];
  const error = lines.findLast((line) => /^\w*Error\b/.test(line))?.trim();
  if (version === undefined || error === undefined) return null;
  if (!needsNewerNode.test(error)) return error;
  return `${error}. Node.js ${version} may be too old. Put a newer version first on the PATH of Polylog's server`;
}
