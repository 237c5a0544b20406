/** Restores the terminal however the process ends or is suspended. */
export interface RestoreOptions {
  /** Restores the terminal. May be called more than once. */
  readonly stop: () => void;
  readonly release: () => void;
  readonly resume: () => void;
}

const endings = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130, SIGQUIT: 131 } as const;

/** Resolves with the exit code when a signal ends the program. Also returns a function that removes the handlers. */
export function restoreOnExit({ stop, release, resume }: RestoreOptions): {
  readonly signalled: Promise<number>;
  readonly unguard: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<number>();
  const crash = (error: unknown) => {
    stop();
    process.stderr.write(`polylog: Unexpected error. ${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  };
  const pause = () => {
    release();
    process.kill(process.pid, "SIGSTOP");
  };
  const listeners: (readonly [string, (...args: never[]) => void])[] = [
    ...Object.entries(endings).map(([signal, code]) => [signal, () => resolve(code)] as const),
    ["SIGTSTP", pause],
    ["SIGCONT", resume],
    ["exit", stop],
    ["uncaughtException", crash],
    ["unhandledRejection", crash],
  ];
  for (const [name, listener] of listeners) process.on(name as "exit", listener as () => void);
  return {
    signalled: promise,
    unguard: () => {
      for (const [name, listener] of listeners) process.off(name as "exit", listener as () => void);
    },
  };
}
