import type { Output } from "../output.ts";

/** The progress of some work. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

const FRAME_MS = 100;
const WIDTH = 30;

/**
 * Shows a progress bar while work runs, in a terminal only. The progress is read each time the bar is drawn; if it is unknown,
 * the bar only moves.
 */
export async function withProgress<T>(
  output: Output,
  label: string,
  look: () => Progress | null,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const draw = () => output.progress(`${label} ${progressBar(look(), performance.now() - start)}`);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    output.progress(null);
  }
}

export function progressBar(progress: Progress | null, elapsedMs: number): string {
  const seconds = `${Math.floor(elapsedMs / 1000)} s`;
  if (progress === null || progress.total <= 0) {
    const at = Math.floor(elapsedMs / FRAME_MS) % WIDTH;
    return `[${"-".repeat(at)}#${"-".repeat(WIDTH - 1 - at)}] ${seconds}`;
  }
  const share = Math.min(1, progress.done / progress.total);
  const full = Math.floor(share * WIDTH);
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} % ${seconds}`;
}
