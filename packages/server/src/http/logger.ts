import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Fields with these names are redacted, up to three levels deep. */
const secrets = [
  "authorization",
  "cookie",
  "set-cookie",
  "origin_key",
  "x-polylog-key",
  "sec-websocket-protocol",
  "token",
  "secret",
  "code",
  "password",
  "api_key",
  "apiKey",
];

const options: LoggerOptions = {
  redact: {
    paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    censor: "[redacted]",
  },
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  // Only the fields that identify an error; others could contain secrets.
  serializers: { err: ({ name, message, stack }: Error) => ({ name, message, stack }) },
};

/** Logs are written to stderr, because stdout is for the command's output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ ...options, level }, destination ?? pino.destination({ dest: 2, sync: true }));
}
