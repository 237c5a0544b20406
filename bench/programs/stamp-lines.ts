/**
 * Loaded into the agent's program before its own code: adds the time to each line at the moment it is written. All
 * processes of a machine read the same clock.
 */
const write = process.stdout.write.bind(process.stdout) as (...args: unknown[]) => boolean;

process.stdout.write = (text: unknown, ...rest: unknown[]): boolean => {
  if (typeof text !== "string") return write(text, ...rest);
  const now = process.hrtime.bigint().toString().padStart(20, "0");
  return write(text.replaceAll("@@@@@@@@@@@@@@@@@@@@", now), ...rest);
};

export {};
