import { InvalidArgumentError } from "commander";
import { readPort } from "./settings.ts";

/** Parsers for command line arguments that are not plain text. */

export function parseDollars(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("Expected a number of dollars above 0.");
  return value;
}

export function parseIntegerFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
    return value;
  };
}

export function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("Expected an address such as https://polylog.example.org.");
  return [...before, new URL(text).origin];
}

export function parsePort(text: string): number {
  const port = readPort(text);
  if (port === null) throw new InvalidArgumentError("Expected a number from 0 to 65535.");
  return port;
}

export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0) || seconds > 2_000_000)
    throw new InvalidArgumentError("Expected a number of seconds up to 2000000.");
  return seconds;
}
