import { parseArgs } from "node:util";
import { LaunchError } from "../launch-error.mjs";

/**
 * Removes `--minutes N` or `--minutes=N` from the arguments and returns both.
 *
 * @param {readonly string[]} args
 */
export function takeMinutes(args) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { minutes: { type: "string", default: "10" } },
    strict: false,
    tokens: true,
  });
  const minutes = String(values.minutes);
  if (!(Number(minutes) > 0)) throw new LaunchError(`--minutes must be a number above 0, not "${minutes}".`);
  const taken = new Set(
    tokens.flatMap((token) =>
      token.kind === "option" && token.name === "minutes"
        ? [token.index, ...(token.inlineValue === false ? [token.index + 1] : [])]
        : [],
    ),
  );
  return { minutes, rest: args.filter((_, index) => !taken.has(index)) };
}
