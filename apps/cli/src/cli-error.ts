import { exitCodes } from "./exit-codes.ts";

/** A failure as the person at the keyboard reads it: a sentence that says what is wrong, and what to do. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, message: string, exitCode: number = exitCodes.error) {
    super(message);
    this.name = "CliError";
    this.code = code;
    this.exitCode = exitCode;
  }
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
  /** Where a failure came from that nobody foresaw. */
  readonly stack?: string | undefined;
}

/** What to do about failures that others report: they know what is wrong, but not that this command has a remedy. */
const advice: Readonly<Record<string, string>> = {
  session_not_found: '"polylog ls" lists the sessions.',
  agent_not_found: '"polylog agents" lists the agents.',
  not_authenticated: "Give the right one with --token, or name the server's home with --home.",
  network: '"polylog doctor" looks for the cause.',
  broken: '"polylog doctor" names what is damaged, "polylog restore" goes back to a backup.',
};

/** What went wrong, whoever noticed it: this command, the server, the client, the log or the system. */
export function failureOf(error: unknown): Failure {
  const { name, message, stack, code, status, exitCode } = error as Partial<CliError & { status: number }>;
  const told = { message: message ?? String(error), exitCode: exitCode ?? exitCodes.error };
  if (error instanceof CliError) return { ...told, code: error.code };
  if (name === "HomeHeldError") return { ...told, code: "home_held" };
  if (typeof code !== "string") return { ...told, code: "internal", stack };
  const known = code.toLowerCase();
  return {
    code: known,
    message: [message, advice[known]].filter((part) => part !== undefined).join(" "),
    exitCode: status === 404 ? exitCodes.notFound : exitCodes.error,
  };
}

export function noSession(): CliError {
  return new CliError(
    "session_not_found",
    `This session does not exist. It may have been deleted. ${advice.session_not_found}`,
    exitCodes.notFound,
  );
}
