import { InvalidArgumentError } from "commander";

/** Amounts on the command line. */

export function dollars(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("It is a number of dollars above 0.");
  return value;
}

export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`It is a whole number from ${least} on.`);
    return value;
  };
}
