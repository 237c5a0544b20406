import { pathToFileURL } from "node:url";

/** An agent that sends a timestamp at intervals longer than those in which output is joined before it is written. */
export const STAMPS = 60;
const EVERY_MS = 45;

/** The number of texts in the warm-up. Each is a separate step, so it is written immediately. */
const WORDS = 1_500;

export const script = {
  prompts: [{ match: "warm", steps: Array.from({ length: WORDS }, () => ({ text: "word" })) }],
  default: [{ text: "@".repeat(20 * STAMPS), chunk: 20, everyMs: EVERY_MS }],
};

export const agentEnv = {
  NODE_OPTIONS: `--import ${pathToFileURL(`${import.meta.dirname}/stamp-lines.ts`)}`,
};
