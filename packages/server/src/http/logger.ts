import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** Wherever a field of such a name stands, up to three levels deep, its value is replaced. */
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
  // Not every field that somebody hung on an error, only what says where it happened.
  serializers: { err: ({ name, message, stack }: Error) => ({ name, message, stack }) },
};

/** Logs go to stderr: stdout belongs to what the command was asked for. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ ...options, level }, destination ?? pino.destination({ dest: 2, sync: true }));
}
