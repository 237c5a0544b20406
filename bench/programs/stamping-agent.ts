import { pathToFileURL } from "node:url";

/** An agent that says a stamp every so often, more slowly than what is joined before it is written. */
export const STAMPS = 60;
const EVERY_MS = 45;

/** How often it speaks to warm everything up, each time of something new: that is written at once. */
const WORDS = 1_500;

export const script = {
  prompts: [{ match: "warm", steps: Array.from({ length: WORDS }, () => ({ text: "word" })) }],
  default: [{ text: "@".repeat(20 * STAMPS), chunk: 20, everyMs: EVERY_MS }],
};

export const agentEnv = {
  NODE_OPTIONS: `--import ${pathToFileURL(`${import.meta.dirname}/stamp-lines.ts`)}`,
};
