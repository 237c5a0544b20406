import { exitCodes } from "./exit-codes.ts";

/** A failure for the user: a message that states the problem and the next step. */
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
  /** The origin of an unexpected failure. */
  readonly stack?: string | undefined;
}

/** Next steps for errors of the server and the client, which do not know the commands of this program. */
const advice: Readonly<Record<string, string>> = {
  session_not_found: 'List the sessions with "polylog ls".',
  agent_not_found: 'List the agents with "polylog agents".',
  not_authenticated: "Pass the server's token with --token, or its home with --home.",
  network: 'Find the cause with "polylog doctor".',
  broken: 'Find the damage with "polylog doctor". Restore a backup with "polylog restore".',
};

/** Converts an error of this command, the server, the client, the log or the system. */
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
