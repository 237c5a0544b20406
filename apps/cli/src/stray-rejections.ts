/**
 * A last resort for a process that many work in: a rejection that nobody took is a bug of one of them, and the others'
 * work does not end over it. An exception that nobody caught still ends the process: it left something half done in the
 * middle, which nobody knows the state of, and the log is settled by the next start.
 */
export function surviveRejections(tell: (reason: unknown) => Promise<void>): void {
  process.on("unhandledRejection", (reason) => {
    tell(reason).catch(() => undefined);
  });
}
