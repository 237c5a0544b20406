import os from "node:os";

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls back on the first stop signal; a second one exits immediately. Returns a function that removes the listeners. */
export function onStopSignal(stop: () => void): () => void {
  let isStopping = false;
  const listener = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(128 + os.constants.signals[signal]);
    isStopping = true;
    stop();
  };
  for (const signal of stopSignals) process.on(signal, listener);
  return () => {
    for (const signal of stopSignals) process.off(signal, listener);
  };
}
